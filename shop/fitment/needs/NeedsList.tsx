import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { Deposit } from '~/shop/catalogue/product/Deposit.tsx'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { oneUnit, unitsOf } from '~/shop/catalogue/unit.ts'
import { urls } from '~/shop/urls.ts'
import { QuestionForm } from '../FitPanel.tsx'
import type { CarNeed, CarNeeds, NeededPart } from './contract.ts'

type Props = {
  needs: CarNeeds
  /** Of the driven car, by the names of an address. */
  car: { car: string; facts: string }
  /** Undefined for staff, who buy nothing. */
  onAdd: ((product: Product, quantity: number) => void) | undefined
}

/** Kind by kind: what is known of the car, and what there is for it. */
export const NeedsList = ({ needs: { needs }, car, onAdd }: Props) => (
  <>
    <ul className="grid gap-4">
      {needs.filter(isKnown).map((need) => (
        <Need key={need.category._id} need={need} car={car} onAdd={onAdd} />
      ))}
    </ul>
    <NotKnown kinds={needs.filter((need) => !isKnown(need)).map(({ category }) => category)} car={car} />
  </>
)

const isKnown = ({ parts, reason }: CarNeed) => parts.length > 0 || reason !== undefined

type NotKnownProps = Pick<Props, 'car'> & { kinds: CarNeed['category'][] }

/** Of what nothing can be said: to look through, and to compare with the handbook. */
function NotKnown({ kinds, car }: NotKnownProps) {
  if (kinds.length === 0) return null
  return (
    <section aria-labelledby="not-known" className="panel grid gap-2 p-5 shadow-none sm:p-6">
      <h2 id="not-known" className="text-[22px]">
        Not known
      </h2>
      <p className="text-muted">Nobody has said yet what your car takes of these.</p>
      <ul className="flex flex-wrap gap-x-6">
        {kinds.map(({ _id, name, path }) => (
          <li key={_id}>
            <Link
              to={urls.shop({ path, ...car })}
              rel="nofollow"
              className="text-link inline-flex min-h-11 items-center"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Need({ need, car, onAdd }: Omit<Props, 'needs'> & { need: CarNeed }) {
  const { category, known, question, parts, reason } = need
  return (
    <li className="panel grid gap-3 p-5 shadow-none sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-[22px]">{category.name}</h2>
        <Link
          to={urls.shop({ path: category.path, ...car })}
          rel="nofollow"
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          All {category.name.toLowerCase()} for your car
        </Link>
      </div>
      {known.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {known.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-muted first-letter:uppercase">{name}</dt>
              <dd className="font-medium">{keepUnits(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {question && <QuestionForm question={question} />}
      {reason && <p className="text-muted">{reason}</p>}
      {parts.length > 0 && (
        <ul className="grid divide-y divide-line border-t border-line">
          {parts.map((part) => (
            <PartLine key={part.product._id} part={part} onAdd={onAdd} />
          ))}
        </ul>
      )}
    </li>
  )
}

function PartLine({ part: { product, fit, quantity }, onAdd }: { part: NeededPart } & Pick<Props, 'onAdd'>) {
  const { _id, productName, image, price, deposit, unit, orderQty } = product
  const pieces = Math.max(quantity ?? 1, orderQty)
  return (
    <li className="grid grid-cols-[4rem_1fr] items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[4rem_1fr_auto]">
      <Thumbnail image={image} />
      <div className="grid min-w-0 gap-0.5">
        <Link to={urls.product(_id)} className="font-medium hover:underline">
          {keepUnits(productName)}
        </Link>
        <div className="text-sm">
          <FitVerdict {...fit} isWhole />
        </div>
        <p className="text-sm text-muted">
          <Money amount={price} /> {oneUnit(unit)} <Deposit amount={deposit} /> ·{' '}
          {quantity ? `your car needs ${unitsOf(quantity, unit)}` : 'how many it needs is not known'}
        </p>
      </div>
      {onAdd && (
        <button
          type="button"
          className="btn btn-quiet btn-small col-start-2 justify-self-start sm:col-start-3 sm:self-center"
          onClick={() => onAdd(product, pieces)}
        >
          Add {unitsOf(pieces, unit)}
          <span className="sr-only"> of {productName} to the cart</span>
        </button>
      )}
    </li>
  )
}
