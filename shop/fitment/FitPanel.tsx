import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { catalogueRoutes, fitmentRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Vehicle } from '~/shop/vehicles/contract.ts'
import { CarDialog } from '~/shop/vehicles/garage/CarDialog.tsx'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { answer } from '~/shop/vehicles/garage/garage.ts'
import type { PartFit } from './contract.ts'
import { fitPanelHeight, isListed } from './fit-panel-height.ts'
import type { LoadedFit } from './use-part-fit.ts'

type Props = { product: Product; car: SavedCar | undefined; fit: LoadedFit; isDemo: boolean }

/** Whether the part fits the car, why, and the one question that decides. */
export function FitPanel({ product, car, fit, isDemo }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <section
      className={`panel grid ${fitPanelHeight(product)} content-start gap-3 p-5 shadow-none`}
      aria-labelledby="fit"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="fit" className="font-sans text-base font-semibold tracking-normal">
          {car ? car.name : 'Does it fit your car?'}
        </h2>
        <button type="button" className="text-link min-h-11 text-sm" onClick={() => setIsChoosing(true)}>
          {car ? 'Another car' : 'Choose your car'}
        </button>
      </div>
      {!car && (
        <p className="text-sm text-muted">Choose your car, and this part says whether it fits, and why.</p>
      )}
      {car && fit === 'failed' && (
        <p role="alert" className="field-error">
          It could not be checked whether this part fits. Check your connection and try again.
        </p>
      )}
      {car && fit === 'no such car' && (
        <p className="text-sm text-muted">Your car is no longer on our list. Choose it again.</p>
      )}
      {car && typeof fit === 'object' && <Answer fit={fit} isDemo={isDemo} />}
      {car && typeof fit === 'object' && fit.verdict === 'does-not-fit' && product.category && (
        <FittingParts product={product} car={car} />
      )}
      {isListed(product) && <CarsOfPart productId={product._id} />}
      {isChoosing && <CarDialog onClose={() => setIsChoosing(false)} />}
    </section>
  )
}

const Answer = ({ fit, isDemo }: { fit: PartFit; isDemo: boolean }) => (
  <>
    <div role="status" className="grid gap-1">
      <p className="text-lg">
        <FitVerdict verdict={fit.verdict} words={fit.words} />
      </p>
      <p>{fit.reason}</p>
    </div>
    {fit.question && <QuestionForm question={fit.question} />}
    {fit.answers.map(({ attribute, name, value }) => (
      <p key={attribute} className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>
          You said: {name} {value}
        </span>
        <button
          type="button"
          className="text-link min-h-11"
          onClick={() => void answer(attribute, undefined)}
        >
          Change<span className="sr-only"> {name}</span>
        </button>
      </p>
    ))}
    {isDemo && <p className="text-sm text-muted">Example data: the parts of this demo are invented.</p>}
  </>
)

const QuestionForm = ({ question }: { question: NonNullable<PartFit['question']> }) => (
  <fieldset className="grid gap-2 rounded-control bg-sunken p-4">
    <legend className="float-left w-full pb-1 font-medium">{question.text}</legend>
    {question.help && <p className="text-sm text-muted">{question.help}</p>}
    <div className="flex flex-wrap gap-2">
      {question.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="btn btn-quiet bg-surface"
          onClick={() => void answer(question.attribute, value)}
        >
          {label}
        </button>
      ))}
    </div>
  </fieldset>
)

type Loaded = Vehicle[] | 'failed' | undefined

/** The cars that a part is listed for, loaded when somebody wants to read them. */
function CarsOfPart({ productId }: { productId: string }) {
  const [loaded, setLoaded] = useState<{ of: string; cars: Loaded }>()
  const cars = loaded?.of === productId ? loaded.cars : undefined
  async function load() {
    if (Array.isArray(cars)) return
    const found = await getByHttp(fitmentRoutes.listPartVehicles, { params: { id: productId } }).catch(
      () => undefined,
    )
    setLoaded({ of: productId, cars: found?.data ?? 'failed' })
  }
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary className="text-link flex min-h-11 cursor-pointer items-center">Cars it is listed for</summary>
      {cars === 'failed' && (
        <p role="alert" className="field-error">
          The list could not be loaded. Check your connection and open it again.
        </p>
      )}
      {Array.isArray(cars) && (
        <ul className="grid max-h-72 gap-1 overflow-y-auto" aria-label="Cars it is listed for">
          {cars.map(({ _id, name }) => (
            <li key={_id}>{name}</li>
          ))}
          {cars.length === 0 && <li>No car yet</li>}
        </ul>
      )}
    </details>
  )
}

const mostShown = 4

/** Beside a part that does not fit: those of its category that do. */
function FittingParts({ product, car }: { product: Product; car: SavedCar }) {
  const [parts, setParts] = useState<Product[]>()
  const { vehicleId, facts } = car
  const { category } = product
  useEffect(() => {
    const overtaken = new AbortController()
    const query = { car: vehicleId, facts, category, page: 1, limit: mostShown }
    getByHttp(catalogueRoutes.listProducts, { query, signal: overtaken.signal }).then(
      ({ data }) => setParts(data),
      // Without them the answer is what it was.
      () => {},
    )
    return () => overtaken.abort()
  }, [vehicleId, facts, category])
  if (!parts) return null
  if (parts.length === 0)
    return <p className="text-sm text-muted">No other part of this kind here is known to fit your car.</p>
  return (
    <div className="grid gap-2">
      <h3 className="font-sans text-sm font-semibold tracking-normal">What fits your car instead</h3>
      <ul className="grid gap-2">
        {parts.map(({ _id, productName, fit }) => (
          <li key={_id}>
            <Link to={urls.product(_id)} className="choice-link flex-wrap justify-between gap-y-0">
              <span className="font-medium">{productName}</span>
              <span className="min-w-0 text-sm">{fit && <FitVerdict {...fit} />}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
