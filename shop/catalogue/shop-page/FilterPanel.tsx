import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { Facets } from '../contract.ts'
import type { FilterName } from '../filter-names.ts'
import type { Filters } from '../list-filters.ts'
import { readFilters, tickedFilters } from '../list-filters.ts'
import { CarFilter } from './CarFilter.tsx'
import type { ListedView } from './shop-route.ts'

type Props = {
  id: string
  view: ListedView
  facets: Facets
  closeDrawer: () => void
  /** The categories, between the car and what narrows them. */
  children: ReactNode
}

/** A plain form whose answer is the same page; with scripts every choice is made at once. */
export function FilterPanel({ id, view, facets, closeDrawer, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const address = urls.shop(view)
  const counts: { [Name in FilterName]?: number } = { stock: facets.inStock }
  /** The list that is being loaded. */
  const asked = useRef<string>(undefined)
  async function choose() {
    const filters = readFilters(new FormData(form.current!))
    // A list that is for no car stays so, until its box is ticked.
    const isForCar = view.car !== '' || filters.fit === ''
    const chosen = urls.shop({ ...view, ...filters, ...(!isForCar && { car: '', facts: '', fit: '' }) })
    if (chosen === (asked.current ?? address)) return
    asked.current = chosen
    await navigate(chosen, { replace: true, preventScrollReset: true })
    if (asked.current === chosen) asked.current = undefined
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void choose()
    closeDrawer()
  }
  // Only when the address changes, and not to that of an earlier choice: the form is ahead of its list.
  useEffect(() => {
    if (asked.current !== undefined && asked.current !== address) return
    const query = new URL(address, 'http://shop').searchParams
    showChosen(form.current!, readFilters(query))
  }, [address])
  return (
    <form
      ref={form}
      id={id}
      method="get"
      action={urls.shop({ path: view.path })}
      onSubmit={submit}
      aria-label="Filters"
      className="grid gap-5"
    >
      {view.q && <input type="hidden" name="q" value={view.q} />}
      {view.sort !== 'featured' && <input type="hidden" name="sort" value={view.sort} />}
      {/* The car of the browser is known when the page is alive; its line is there before. */}
      <div className={view.car ? '' : 'car-filter'}>
        <CarFilter view={view} onChange={choose} />
      </div>
      {children}
      {tickedFilters.map(({ name, title, word, text }) => (
        <Group key={name} title={title}>
          <Choice
            name={name}
            value={word}
            text={text}
            parts={counts[name]}
            isChosen={view[name] === word}
            onChange={choose}
          />
        </Group>
      ))}
      <Group title="Price in dollars">
        <div className="grid grid-cols-2 gap-2">
          <Price
            name="priceFrom"
            label="From"
            value={view.priceFrom}
            hint={facets.lowestPrice}
            onDone={choose}
          />
          <Price name="priceTo" label="To" value={view.priceTo} hint={facets.highestPrice} onDone={choose} />
        </div>
      </Group>
      {facets.brands.length > 0 && (
        <Group title="Brand">
          {facets.brands.map(({ value, parts }) => (
            <Choice
              key={value}
              name="brand"
              value={value}
              text={value}
              parts={parts}
              isChosen={view.brand.includes(value)}
              onChange={choose}
            />
          ))}
        </Group>
      )}
      {facets.attributes.map(({ name, values }) => (
        <Group key={name} title={name}>
          {values.map(({ value, parts }) => (
            <Choice
              key={value}
              name="attr"
              value={`${name}: ${value}`}
              text={value}
              parts={parts}
              isChosen={view.attr.includes(`${name}: ${value}`)}
              onChange={choose}
            />
          ))}
        </Group>
      ))}
    </form>
  )
}

/** What came by a link or the Back button is what the form says. */
function showChosen(form: HTMLFormElement, chosen: Filters) {
  for (const input of form.elements)
    if (input instanceof HTMLInputElement) {
      const { name, value, type } = input
      if (name === 'fit') input.checked = chosen.car !== '' && chosen.fit === ''
      else if (type === 'checkbox') input.checked = [chosen[name as FilterName]].flat().includes(value)
      else if (type !== 'hidden' && input !== document.activeElement)
        input.value = String(chosen[name as FilterName])
    }
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-1 font-semibold">{title}</legend>
    <div className="-mx-1 grid max-h-72 overflow-y-auto px-1">{children}</div>
  </fieldset>
)

type ChoiceProps = {
  name: string
  value: string
  text: string
  /** How many there are, where they are counted. */
  parts: number | undefined
  isChosen: boolean
  onChange: () => void
}

const Choice = ({ name, value, text, parts, isChosen, onChange }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-3 text-[15px] lg:min-h-8">
    <input
      type="checkbox"
      name={name}
      value={value}
      defaultChecked={isChosen}
      onChange={onChange}
      autoComplete="off"
      className="size-5 flex-none accent-accent"
    />
    <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
    {parts !== undefined && (
      <span className="text-sm text-muted tabular-nums">
        {formatCount(parts)}
        <span className="sr-only"> {parts === 1 ? 'part' : 'parts'}</span>
      </span>
    )}
  </label>
)

type PriceProps = { name: string; label: string; value: string; hint: number; onDone: () => void }

const Price = ({ name, label, value, hint, onDone }: PriceProps) => (
  <label className="grid gap-1 text-sm">
    {label}
    <input
      name={name}
      inputMode="decimal"
      maxLength={10}
      defaultValue={value}
      placeholder={hint.toFixed(2)}
      onBlur={onDone}
      autoComplete="off"
      className="input"
    />
  </label>
)
