import type { FormEvent } from 'react'
import { use, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import { SlotsContext } from '../product/slots.ts'
import type { Suggestions as SuggestionList } from './Suggestions.tsx'

/**
 * Search in the bar of every page: a plain form that the shop page answers, also without a script. On a narrow screen it
 * is a popover behind an icon. What suggests parts while one types is fetched with the first focus.
 */
export function HeaderSearch() {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<typeof SuggestionList>()
  const navigate = useNavigate()
  const { q: shown, key, ...carried } = useShownList()
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to say what is searched there
  useEffect(() => {
    // What was typed before the page came alive stays.
    if (!isFirst.current) input.current!.value = shown
    isFirst.current = false
  }, [shown, key])

  useEffect(() => {
    function focusOnSlash(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      if (form.current!.checkVisibility()) input.current!.focus()
      else form.current!.showPopover()
    }
    addEventListener('keydown', focusOnSlash)
    return () => removeEventListener('keydown', focusOnSlash)
  }, [])

  async function prepare() {
    // Without the connection for it, the form still searches.
    const loaded = await import('./Suggestions.tsx').catch(() => undefined)
    if (loaded) setSuggestions(() => loaded.Suggestions)
  }
  function close() {
    if (form.current!.matches(':popover-open')) form.current!.hidePopover()
    input.current!.value = ''
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  function search(event: FormEvent) {
    event.preventDefault()
    const q = input.current!.value.trim()
    close()
    void navigate(urls.shop({ q, ...carried }))
  }

  return (
    <search className="lg:mr-auto lg:min-w-0 lg:flex-1 lg:max-w-80 xl:mr-0 xl:max-w-65" aria-label="Shop">
      <button
        type="button"
        popoverTarget="header-search"
        className="icon-button lg:hidden"
        aria-label="Search the shop"
      >
        <Icon name="search" />
      </button>
      <form
        ref={form}
        id="header-search"
        popover="auto"
        method="get"
        action={urls.shop()}
        onSubmit={search}
        onToggle={({ newState }) => newState === 'open' && input.current!.focus()}
        className="header-search"
      >
        <SearchInput
          ref={input}
          id="header-search-field"
          label="Search the shop"
          box="header-search-field"
          defaultValue={shown}
          onFocus={() => void prepare()}
          enterKeyHint="search"
          placeholder="Search parts"
          aria-keyshortcuts="/"
          className="lg:py-1.5 lg:text-sm"
        >
          <span className="header-search-key" aria-hidden="true">
            /
          </span>
        </SearchInput>
        {Object.entries(carried).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {Suggestions && <Suggestions input={input} carried={carried} close={close} />}
      </form>
    </search>
  )
}

/** What the page lists, and the car that a search goes on for: that of the list, or the visitor's. */
function useShownList() {
  const { pathname, search, key } = useLocation()
  const { car: mine } = use(SlotsContext)
  const isList = pathname === urls.shop() || pathname.startsWith(`${urls.shop()}/`)
  const query = new URLSearchParams(isList ? search : '')
  const param = (name: string) => query.get(name) ?? ''
  const { car, facts } = mine && !param('car') ? mine : { car: param('car'), facts: param('facts') }
  return { q: param('q'), key, car, facts, fit: car && 'all' }
}

const isTyping = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
  document.querySelector('dialog[open]') !== null
