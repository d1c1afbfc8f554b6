import type { SyntheticEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useNavigate, useNavigationType } from 'react-router'
import type { PageQuery } from '~/shop/urls.ts'
import { urls } from '~/shop/urls.ts'

const pauseMs = 250

/** Turns what is typed and chosen in a search form into the address, without reloading the page. */
export function useSearchAsYouType({ q, sort }: { q: string; sort: string }) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)
  const cameBy = useNavigationType()
  const navigate = useNavigate()

  function search() {
    clearTimeout(timer.current)
    const { q, sort } = wishOf(form.current!)
    void navigate(urls.shop({ q, sort }), { replace: true, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address is a reason to look at the form again
  useEffect(() => {
    const typed = wishOf(form.current!)
    const isSame = typed.q === q && typed.sort === sort
    // Words typed before the scripts were there are searched for; our own searches replace and are never undone here,
    // because more may have been typed since; a link or the Back button decides what the form says.
    if (isFirst.current && !isSame) search()
    else if (cameBy !== 'REPLACE' && !isSame) fill(form.current!, { q, sort })
    isFirst.current = false
  }, [q, sort, cameBy])
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    form,
    soon() {
      clearTimeout(timer.current)
      timer.current = setTimeout(search, pauseMs)
    },
    now(event: SyntheticEvent) {
      event.preventDefault()
      search()
    },
  }
}

function wishOf(form: HTMLFormElement): Required<Pick<PageQuery, 'q' | 'sort'>> {
  const typed = new FormData(form)
  return { q: String(typed.get('q')).trim(), sort: String(typed.get('sort')) }
}

function fill(form: HTMLFormElement, { q, sort }: { q: string; sort: string }) {
  const { elements } = form
  ;(elements.namedItem('q') as HTMLInputElement).value = q
  ;(elements.namedItem('sort') as HTMLSelectElement).value = sort
}
