import type { FormEvent, MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { countOf } from '~/platform/figures.ts'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { ChooserStep, Vehicle } from '../contract.ts'
import { looksLikeVin } from '../vin/vin.ts'
import { CarLinks, StepLinks } from './CarLinks.tsx'
import { VinCars } from './VinCars.tsx'

type Place = { make: string; model: string }
const start: Place = { make: '', model: '' }

type Props = { onChoose: (car: Vehicle, facts?: string) => void; label?: string }

/** One box for words, and below it the steps from make to car. */
export function CarChooser({ onChoose, label = 'Your car in words, its VIN or its engine code' }: Props) {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(start)
  const isVin = looksLikeVin(typed)
  const found = useFound(isVin ? '' : typed.trim())
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const choose = (event: MouseEvent, car: Vehicle, facts?: string) => {
    event.preventDefault()
    onChoose(car, facts)
  }
  function takeFirst(event: FormEvent) {
    event.preventDefault()
    const [first] = found?.cars ?? []
    if (first && found?.q === typed.trim()) onChoose(first)
  }
  return (
    <div className="grid gap-5">
      <search aria-label="Cars">
        <form method="post" action={urls.garage()} onSubmit={takeFirst}>
          <SearchInput
            id="car-search"
            label={label}
            isLarge
            ref={box}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            enterKeyHint="search"
            placeholder="golf 2.0 tdi 2006"
          />
        </form>
      </search>
      <p role="status" className="sr-only">
        {found && (found.cars.length > 0 ? `${countOf(found.cars.length, 'car')} found` : noCar)}
      </p>
      {isVin && <VinCars vin={typed} onChoose={choose} onMake={(make) => setPlace({ make, model: '' })} />}
      {found ? (
        found.cars.length > 0 ? (
          <CarLinks cars={found.cars} onChoose={choose} />
        ) : (
          <p className="text-muted">{noCar} Try fewer words, or choose step by step.</p>
        )
      ) : null}
      {(!found || found.cars.length === 0) && <Steps place={place} setPlace={setPlace} onChoose={choose} />}
    </div>
  )
}

const noCar = 'No such car on our list.'

type StepsProps = {
  place: Place
  setPlace: (place: Place) => void
  onChoose: (event: MouseEvent, car: Vehicle) => void
}

function Steps({ place, setPlace, onChoose }: StepsProps) {
  const shown = useSteps(place)
  const follow = (name: keyof Place) => (event: MouseEvent, key: string) => {
    event.preventDefault()
    setPlace({ ...place, [name]: key })
  }
  return (
    <section className="grid gap-3" aria-label="Step by step">
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <h3 className="font-sans text-base font-semibold tracking-normal">
          {place.model ? 'Which car?' : place.make ? 'Which model?' : 'Which make?'}
        </h3>
        {place.make && (
          <button
            type="button"
            className="text-link min-h-11 text-sm"
            onClick={() => setPlace(place.model ? { ...place, model: '' } : start)}
          >
            One step back
          </button>
        )}
      </div>
      {shown === 'failed' && (
        <p role="alert" className="field-error">
          The list of cars could not be loaded. Check your connection and try again.
        </p>
      )}
      {typeof shown === 'object' && (
        <>
          {shown.cars && <CarLinks cars={shown.cars} onChoose={onChoose} />}
          {shown.steps && (
            <StepLinks
              steps={shown.steps}
              address={(key) => urls.garage(place.make ? { make: place.make, model: key } : { make: key })}
              onFollow={follow(place.make ? 'model' : 'make')}
            />
          )}
        </>
      )}
    </section>
  )
}

type Shown = { steps?: ChooserStep[]; cars?: Vehicle[] } | 'failed' | undefined

function useSteps({ make, model }: Place) {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const overtaken = new AbortController()
    const { signal } = overtaken
    load({ make, model }, signal).then(
      (next) => !signal.aborted && setShown(next),
      () => !signal.aborted && setShown('failed'),
    )
    return () => overtaken.abort()
  }, [make, model])
  return shown
}

async function load({ make, model }: Place, signal: AbortSignal): Promise<Shown> {
  if (model)
    return { cars: (await getByHttp(vehicleRoutes.listVehicles, { query: { make, model }, signal })).data }
  if (make) return { steps: (await getByHttp(vehicleRoutes.listModels, { query: { make }, signal })).data }
  return { steps: (await getByHttp(vehicleRoutes.listMakes, { signal })).data }
}

const pauseMs = 120

/** What these words find; until the answer is there, the one before stays. */
export function useFound(q: string) {
  const [found, setFound] = useState<{ q: string; cars: Vehicle[] }>()
  useEffect(() => {
    if (q.length < 2) return setFound(undefined)
    const overtaken = new AbortController()
    const timer = setTimeout(() => void ask(), pauseMs)
    async function ask() {
      try {
        const { data } = await getByHttp(vehicleRoutes.searchVehicles, {
          query: { q },
          signal: overtaken.signal,
        })
        setFound({ q, cars: data })
      } catch {
        // The steps below say that there is no connection.
        if (!overtaken.signal.aborted) setFound(undefined)
      }
    }
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [q])
  return found
}
