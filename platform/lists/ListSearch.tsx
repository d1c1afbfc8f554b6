import type { FormEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'

const pauseMs = 300

type Props = { label: string; placeholder: string; q: string; address: (q: string) => string }

/** Searches while one types; what is searched for stands in the address, so Back and a reload keep it. */
export function ListSearch({ label, placeholder, q, address }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()

  useEffect(() => {
    // Whoever is typing is ahead of the address; anybody else came by a link or the Back button.
    if (input.current && document.activeElement !== input.current) input.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(event: FormEvent) {
    event.preventDefault()
    clearTimeout(timer.current)
    const words = input.current!.value.trim()
    if (words !== q) void navigate(address(words), { replace: true, preventScrollReset: true })
  }
  function soon() {
    clearTimeout(timer.current)
    // By the form, which knows what else was chosen meanwhile.
    timer.current = setTimeout(() => input.current?.form?.requestSubmit(), pauseMs)
  }

  return (
    <search className="min-w-0 flex-1 basis-60">
      <form onSubmit={search}>
        <label className="relative block">
          <span className="sr-only">{label}</span>
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
            <Icon name="search" />
          </span>
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={q}
            onChange={soon}
            maxLength={80}
            autoComplete="off"
            placeholder={placeholder}
            className="input pl-10 text-sm"
          />
        </label>
      </form>
    </search>
  )
}
