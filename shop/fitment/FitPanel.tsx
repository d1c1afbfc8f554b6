import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { keepUnits } from '~/platform/figures.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { LazyPanel } from '~/platform/ui/LazyPanel.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { catalogueRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { answer } from '~/shop/vehicles/garage/garage.ts'
import type { PartFit } from './contract.ts'
import type { LoadedFit } from './use-part-fit.ts'

type Props = { product: Product; car: SavedCar | undefined; fit: LoadedFit }

const downloadCarDialog = async () => (await import('~/shop/vehicles/garage/CarDialog.tsx')).CarDialog

/** Whether the part fits the car, why, and the one question that decides. Colour and icon repeat the words. */
export function FitPanel({ product, car, fit }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <section aria-label="Does it fit your car?">
      {car && typeof fit === 'object' ? (
        <Verdict product={product} car={car} fit={fit} />
      ) : (
        <NoVerdict car={car} fit={fit} onChoose={() => setIsChoosing(true)} />
      )}
      {isChoosing && (
        <LazyPanel download={downloadCarDialog}>
          {(CarDialog) => <CarDialog onClose={() => setIsChoosing(false)} />}
        </LazyPanel>
      )}
    </section>
  )
}

function NoVerdict({ car, fit, onChoose }: Omit<Props, 'product'> & { onChoose: () => void }) {
  if (car && fit === 'failed')
    return (
      <Banner icon="alert" title="Not checked" isAlert>
        <p>It could not be checked whether this part fits. Check your connection and try again.</p>
      </Banner>
    )
  if (car && fit === undefined)
    return <Banner icon="car" title={`Looking whether it fits your ${car.shortName}…`} />
  return (
    <Banner icon="car" title={car ? 'Your car is no longer on our list' : 'Does it fit your car?'}>
      <p>
        <button type="button" className="text-link" onClick={onChoose}>
          Choose your car
        </button>{' '}
        <span className="text-muted">and this part says whether it fits, and why.</span>
      </p>
    </Banner>
  )
}

const looks: Record<PartFit['verdict'], { icon: IconName; tone: string }> = {
  fits: { icon: 'check', tone: 'verdict-yes' },
  'only-if': { icon: 'question', tone: 'verdict-if' },
  'does-not-fit': { icon: 'close', tone: 'verdict-no' },
  unknown: { icon: 'minus', tone: '' },
}

function Verdict({ product, car, fit }: { product: Product; car: SavedCar; fit: PartFit }) {
  const { verdict, reason, question, answers } = fit
  return (
    <Banner {...looks[verdict]} title={titleOf(product, car, fit)}>
      {verdict !== 'only-if' && product.fitKind !== 'every-car' && <p>{reason}</p>}
      {verdict === 'unknown' && (
        <p>
          {product.attributes && (
            <>
              <a href="#measures" className="text-link">
                Measures
              </a>{' '}
              <span className="text-muted">or</span>{' '}
            </>
          )}
          <Link to={urls.contact()} className="text-link">
            {product.attributes ? 'ask us' : 'Ask us'}
          </Link>
        </p>
      )}
      {question && <QuestionForm question={question} />}
      {answers.map(({ attribute, name, value }) => (
        <p key={attribute}>
          You said: {name} {value}.{' '}
          <button type="button" className="text-link" onClick={() => void answer(attribute, undefined)}>
            Change<span className="sr-only"> {name}</span>
          </button>
        </p>
      ))}
      {verdict === 'does-not-fit' && product.category && <FittingParts product={product} car={car} />}
    </Banner>
  )
}

function titleOf({ fitKind }: Product, { shortName }: SavedCar, { verdict, words, reason }: PartFit) {
  if (verdict === 'only-if')
    return `${words} ${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`
  if (verdict === 'fits' && fitKind === 'every-car') return 'Fits every car'
  return verdict === 'unknown' ? `${words} for your ${shortName}` : `${words} your ${shortName}`
}

type BannerProps = {
  icon: IconName
  title: string
  tone?: string
  isAlert?: boolean
  children?: ReactNode
}

const Banner = ({ icon, title, tone = '', isAlert = false, children }: BannerProps) => (
  <div className={`verdict ${tone}`}>
    <Icon name={icon} />
    <p className="verdict-title" role={isAlert ? 'alert' : 'status'}>
      {keepUnits(title)}
    </p>
    {children}
  </div>
)

type QuestionProps = {
  question: NonNullable<PartFit['question']>
  /** About the car that is driven, unless said. */
  onAnswer?: (attribute: string, value: string) => Promise<void>
}

export const QuestionForm = ({ question, onAnswer = answer }: QuestionProps) => (
  <fieldset className="grid gap-1">
    <legend className="float-left w-full font-medium">{question.text}</legend>
    {question.help && <p className="text-[13px] leading-snug text-muted">{question.help}</p>}
    <div className="mt-1 flex flex-wrap gap-2">
      {question.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="choice flex-auto bg-surface px-2 hover:bg-sunken"
          onClick={() => void onAnswer(question.attribute, value)}
        >
          {label}
        </button>
      ))}
    </div>
  </fieldset>
)

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
  if (parts.length === 0) return <p>No other part of this kind here is known to fit your car.</p>
  return (
    <div className="grid gap-1">
      <h3 className="font-sans text-sm font-semibold tracking-normal">What fits your car instead</h3>
      <ul className="grid gap-1.5">
        {parts.map(({ _id, productName, fit }) => (
          <li key={_id}>
            <Link to={urls.product(_id)} className="choice-link flex-wrap justify-between gap-y-0 px-3">
              <span className="font-medium">{productName}</span>
              <span className="min-w-0">{fit && <FitVerdict {...fit} />}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
