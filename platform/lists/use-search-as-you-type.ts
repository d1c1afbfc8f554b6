import type { SyntheticEvent } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'

const pauseMs = 250

type Fields = Record<string, string>

/**
 * Turns what is typed and chosen in a search form into the address, without reloading the page: Back and a reload find
 * it there. `shown` is what the address says now, by the names of the fields; no address means nothing to do.
 */
export function useSearchAsYouType<Shown extends Fields>(
  shown: Shown,
  addressOf: (typed: Shown) => string | undefined,
) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)
  const cameBy = useNavigationType()
  const navigate = useNavigate()
  const names: (keyof Shown & string)[] = Object.keys(shown)

  function search() {
    clearTimeout(timer.current)
    const address = addressOf(typedInto(form.current!, names) as Shown)
    if (address) void navigate(address, { replace: true, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address is a reason to look at the form again
  useEffect(() => {
    const typed = typedInto(form.current!, names)
    const isSame = names.every((name) => typed[name] === shown[name])
    // Words typed before the scripts were there are searched for; our own searches replace and are never undone here,
    // because more may have been typed since; a link or the Back button decides what the form says.
    if (isFirst.current && !isSame) search()
    else if (cameBy !== 'REPLACE' && !isSame) {
      clearTimeout(timer.current)
      fill(form.current!, shown)
    }
    isFirst.current = false
  }, [...Object.values(shown), cameBy])
  useEffect(() => () => clearTimeout(timer.current), [])
  const here = useLocation().pathname
  const next = useNavigation().location?.pathname ?? here
  // Who has followed a link is not called back by what was typed before.
  useEffect(() => {
    if (next !== here) clearTimeout(timer.current)
  }, [next, here])

  return {
    form,
    soon() {
      clearTimeout(timer.current)
      // By the form, whose handler knows what else was chosen meanwhile.
      timer.current = setTimeout(() => form.current?.requestSubmit(), pauseMs)
    },
    /** For who leaves by more than a link: what was typed before calls nobody back, however busy the browser is. */
    stop: () => clearTimeout(timer.current),
    now(event: SyntheticEvent) {
      event.preventDefault()
      search()
    },
  }
}

function typedInto(form: HTMLFormElement, names: string[]): Fields {
  const typed = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(typed.get(name)).trim()]))
}

function fill(form: HTMLFormElement, shown: Fields) {
  for (const [name, value] of Object.entries(shown))
    (form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement).value = value
}
