import type { ReactNode, RefObject } from 'react'
import { useEffect, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import type { NamedVehicles, Vehicle } from '~/shop/vehicles/contract.ts'
import { aboutVehicle, shortVehicleName } from '~/shop/vehicles/rules.ts'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import { Deposit } from '../product/Deposit.tsx'
import { FitVerdict } from '../product/FitVerdict.tsx'
import { ProductPicture } from '../product/ProductPicture.tsx'
import { rememberResults } from '../product/results-origin.ts'
import { StockLine } from '../product/StockLine.tsx'
import type { Suggested } from './use-suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** The car that the search is for; empty without one. */
  carried: { car: string; facts: string; fit: string }
  /** Called when one goes somewhere else. */
  close: () => void
}

/** One line of the list, whatever it is about. */
type Option = {
  to: string
  content: ReactNode
  /** It becomes the visitor's. */
  car?: Vehicle
}

const mostCars = 3

/** Makes a combobox of the field beside it: the focus stays in the field, the arrow keys choose from the list. */
export function Suggestions({ input, carried, close }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isWanted, setIsWanted] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const found = useSuggestions(typed, carried)

  const isOpen = isWanted && typed !== '' && found !== undefined
  const options = isOpen ? optionsOf(found, typed, carried) : []
  async function go({ to, car }: Option) {
    rememberResults(undefined)
    close()
    try {
      // Where the garage is full, the list is for this car all the same.
      if (car) await (await onFirstUse(import('~/shop/vehicles/garage/set-car.ts'))).setCar(car)
      await navigate(to)
    } catch (error) {
      toastError(error)
    }
  }
  const optionId = (n: number) => `${id}-${n}`

  useEffect(() => {
    const field = input.current!
    function read() {
      setTyped(field.value.trim())
      setIsWanted(true)
      setChosen(-1)
    }
    function leave() {
      setIsWanted(false)
      setChosen(-1)
    }
    function choose(event: KeyboardEvent) {
      const { key, isComposing } = event
      if (isComposing) return
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0) {
        event.preventDefault()
        if (!isOpen) return read()
        // Between the last line and the first one is the field itself.
        const places = options.length + 1
        return setChosen((now) => ((now + 1 + step + places) % places) - 1)
      }
      if (!isOpen) return
      if (key === 'Escape') {
        event.preventDefault()
        return leave()
      }
      const option = options[chosen]
      if (key !== 'Enter' || !option) return
      event.preventDefault()
      leave()
      void go(option)
    }
    const listeners = { input: read, blur: leave, keydown: choose as EventListener }
    for (const [type, listener] of Object.entries(listeners)) field.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of Object.entries(listeners)) field.removeEventListener(type, listener)
    }
  })
  useEffect(() => {
    // What was typed while this was on its way.
    setTyped(input.current!.value.trim())
    setIsWanted(
      document.activeElement === input.current && input.current!.value !== input.current!.defaultValue,
    )
  }, [input])
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-expanded': String(options.length > 0),
      'aria-activedescendant': chosen < 0 ? '' : optionId(chosen),
    }
    for (const [name, value] of Object.entries(attributes)) input.current!.setAttribute(name, value)
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && found.q === typed && summary(found)}
      </p>
      <div className="suggestions" hidden={!isOpen} aria-busy={isOpen && found.q !== typed}>
        {isOpen && options.length === 0 && <p className="px-3 py-4 text-sm text-muted">{summary(found)}</p>}
        <div id={id} role="listbox" aria-label="Suggestions">
          {options.map((option, n) => (
            <Link
              key={option.to}
              id={optionId(n)}
              to={option.to}
              role="option"
              tabIndex={-1}
              aria-selected={n === chosen}
              className="suggestion"
              // The field keeps the focus, and with it the list stays until the click has arrived.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                void go(option)
              }}
            >
              {option.content}
            </Link>
          ))}
        </div>
      </div>
    </>
  )
}

function summary({ q, found, total, hasFailed }: Suggested) {
  if (hasFailed) return 'No suggestions right now. Press Enter to search.'
  return total === 0 ? `Nothing found for “${q}”` : `${countOf(total, 'part')} found for “${found}”`
}

function optionsOf(
  { categories, named, products, total }: Suggested,
  q: string,
  carried: Props['carried'],
): Option[] {
  const shelves = categories.map((category) => ({
    to: urls.shop({ ...carried, path: category.path }),
    content: <Shelf category={category} />,
  }))
  const parts = products.map((product) => ({
    to: urls.product(product._id),
    content: <Part product={product} />,
  }))
  const cars = named ? carsOf(named) : []
  if (parts.length === 0) return [...cars, ...shelves]
  return [
    ...cars,
    ...parts,
    ...shelves,
    { to: urls.shop({ ...carried, q }), content: <AllResults q={q} isMore={total > parts.length} /> },
  ]
}

/** The first of them; the others are on the page of the results, or in the list of cars. */
function carsOf({ words, rest, cars }: NamedVehicles): Option[] {
  const first = cars.slice(0, mostCars).map((car) => ({
    to: urls.shop({ q: rest, car: car._id }),
    content: <Car car={car} rest={rest} />,
    car,
  }))
  if (cars.length <= mostCars || rest) return first
  return [...first, { to: urls.garage({ q: words }), content: <MoreCars words={words} /> }]
}

const Car = ({ car, rest }: { car: Vehicle; rest: string }) => (
  <>
    <span className="grid w-16 flex-none place-items-center text-muted">
      <Icon name="car" />
    </span>
    <span className="min-w-0 flex-1 text-sm leading-tight">
      <span className="block font-semibold">{shortVehicleName(car)}</span>
      <span className="block text-[13px] text-muted">{aboutVehicle(car)}</span>
      <span className="block text-[13px]">
        Is this your car? See only {rest ? `“${rest}” for it` : 'what fits it'}
      </span>
    </span>
    <Icon name="arrow" />
  </>
)

const MoreCars = ({ words }: { words: string }) => (
  <>
    <span className="min-w-0 flex-1 truncate py-1 text-sm font-semibold text-accent-text">
      More cars for “{words}”
    </span>
    <Icon name="arrow" />
  </>
)

const Shelf = ({ category: { name, parts } }: { category: Category }) => (
  <>
    <span className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</span>
    <span className="text-sm text-muted">Category, {countOf(parts, 'part')}</span>
  </>
)

const Part = ({ product }: { product: Product }) => (
  <>
    <span className="w-16 flex-none overflow-hidden rounded-control">
      <ProductPicture image={product.image} alt="" sizes="64px" when="soon" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 text-sm leading-tight font-semibold">{product.productName}</span>
      {product.matchedNumber && (
        <span className="block truncate font-mono text-sm">
          {product.matchedNumber.maker} {product.matchedNumber.number}
        </span>
      )}
      {product.fit && (
        <span className="block text-[13px]">
          <FitVerdict {...product.fit} />
        </span>
      )}
      <StockLine product={product} />
      <Deposit amount={product.deposit} />
    </span>
    <span className="font-display font-bold">
      <Money amount={product.price} />
    </span>
  </>
)

const AllResults = ({ q, isMore }: { q: string; isMore: boolean }) => (
  <>
    <span className="min-w-0 flex-1 truncate py-1 text-sm font-semibold text-accent-text">
      {isMore ? 'All results' : 'Results'} for “{q}”
    </span>
    <Icon name="arrow" />
  </>
)
