import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'

type Props = { action: string; className: string; children: ReactNode }

/** Asks by the address, as a plain form would, but without reloading the page. */
export function SearchForm({ action, className, children }: Props) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    void navigate(`${action}?${new URLSearchParams(typed.filter(([, value]) => value))}`)
  }
  return (
    <form action={action} onSubmit={search} className={className}>
      {children}
    </form>
  )
}
