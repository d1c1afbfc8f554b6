import { useId, useState } from 'react'
import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Deposit } from '~/shop/catalogue/product/Deposit.tsx'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { oneUnit } from '~/shop/catalogue/unit.ts'
import { QuestionForm } from '~/shop/fitment/FitPanel.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { MisfitTick } from '~/shop/fitment/MisfitTick.tsx'
import { QuantityStepper } from '~/shop/orders/QuantityStepper.tsx'
import type { LineProblem, Size } from '~/shop/orders/rules.ts'
import { isWholeNumber, sizes, totalPrice } from '~/shop/orders/rules.ts'
import { urls } from '~/shop/urls.ts'
import type { CartLineView } from './contract.ts'
import { problemsOf, wordsOf } from './line-words.ts'
import { isSameLine } from './rules.ts'
import type { Misfits } from './use-misfits.ts'

type Change = (before: CartLineView, after: CartLineView) => void

type Answer = (vehicleId: string, attribute: string, value: string) => Promise<void>

type Handlers = { onChange: Change; onSave: (line: CartLineView) => void; onAnswer: Answer; misfits: Misfits }

/** `shares` are what a code takes off each of the lines, in cents. */
type Props = Handlers & { lines: CartLineView[]; shares: number[] }

export function CartLines({ lines, shares, ...handlers }: Props) {
  const problems = problemsOf(lines)
  return (
    <ul className="grid gap-4" aria-label="Parts in the cart">
      {lines.map((line, n) => (
        <li key={`${line.productId} ${line.size}`}>
          <Line
            line={line}
            savedCents={shares[n] ?? 0}
            problem={problems.find((it) => isSameLine(it, line))}
            {...handlers}
          />
        </li>
      ))}
    </ul>
  )
}

type LineProps = Handlers & { line: CartLineView; savedCents: number; problem: LineProblem | undefined }

function Line({ line, savedCents, problem, onChange, onSave, onAnswer, misfits }: LineProps) {
  const { product, size, quantity } = line
  const name = product?.productName ?? 'A part that is no longer sold'
  const set = (change: Partial<CartLineView>) => onChange(line, { ...line, ...change })
  return (
    <article className="panel grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:p-5">
      <div>{product && <Thumbnail image={product.image} />}</div>
      <div className="grid content-start gap-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">
          {product ? (
            <Link to={urls.product(line.productId)} className="underline-offset-4 hover:underline">
              {keepUnits(name)}
            </Link>
          ) : (
            name
          )}
        </h2>
        {product && (
          <p className="text-sm text-muted">
            <Money amount={product.price} /> {oneUnit(product.unit)} <Deposit amount={product.deposit} />
          </p>
        )}
        <CarOfLine line={line} misfits={misfits} />
        <Notice line={line} problem={problem} set={set} />
      </div>
      <p className="max-sm:col-start-2 font-display text-[22px] font-bold tracking-tight tabular-nums sm:text-right">
        {product && <Money amount={totalPrice(product.price, quantity)} />}
        {savedCents > 0 && (
          <span className="block font-sans text-[13px] font-medium tracking-normal text-accent-text">
            {formatDollars(-toDollars(savedCents))} with the code
          </span>
        )}
      </p>
      {line.car && line.fit?.question && (
        <div className="col-span-full sm:col-start-2">
          <QuestionForm
            question={line.fit.question}
            onAnswer={(attribute, value) => onAnswer(line.car!.vehicleId, attribute, value)}
          />
        </div>
      )}
      <div className="col-span-full flex flex-wrap items-end gap-3 max-sm:gap-2 sm:col-start-2">
        {product && (
          <>
            <Quantity name={name} line={line} onChange={(next) => set({ quantity: next })} />
            <SizeSelect name={name} size={size} onChange={(next) => set({ size: next })} />
          </>
        )}
        <div className="flex gap-2">
          <button type="button" className="btn btn-quiet btn-small" onClick={() => onSave(line)}>
            Save for later<span className="sr-only"> {name}</span>
          </button>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => set({ quantity: 0 })}>
            Remove<span className="sr-only"> {name}</span>
          </button>
        </div>
      </div>
    </article>
  )
}

function CarOfLine({ line, misfits }: Pick<LineProps, 'line' | 'misfits'>) {
  const { car, fit } = line
  if (!car) return null
  if (!fit) return <p className="text-sm text-muted">for a car that is no longer on our list</p>
  if (fit.verdict === 'only-if')
    return (
      <>
        <p className="text-[13px] text-muted">for {fit.car}</p>
        <p className="flex gap-2 text-sm font-medium text-warn [&>.icon]:mt-0.5">
          <Icon name="alert" />
          {conditionOf(fit)}
        </p>
      </>
    )
  if (fit.verdict !== 'does-not-fit') return <ForCar fit={fit} />
  return (
    <>
      <ForCar fit={fit} />
      <MisfitTick
        car={fit.car}
        isTicked={misfits.isTicked(line)}
        onTick={(isNow) => misfits.tick(line, isNow)}
        isMissing={misfits.isMissing(line)}
      />
    </>
  )
}

/** Fits if front brake discs: 312 mm. */
export const conditionOf = ({ words, reason }: { words: string; reason: string }) =>
  `${words} ${reason.replace(/^.(?=\p{Ll})/u, (first) => first.toLowerCase()).replace(/\.$/, '')}`

type NoticeProps = Pick<LineProps, 'line' | 'problem'> & { set: (change: Partial<CartLineView>) => void }

/** What has changed since the part was put in, with the button that takes it as it is now. */
function Notice({ line, problem, set }: NoticeProps) {
  const fitting = problem?.minimum ?? problem?.availableQty
  return (
    <>
      <PriceChange line={line} />
      {problem && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm font-medium text-danger" data-problem>
          {wordsOf(problem)}
          {(problem.problem === 'too_few_left' || problem.problem === 'below_minimum') && (
            <button type="button" className="text-link min-h-6" onClick={() => set({ quantity: fitting! })}>
              Take {fitting}
            </button>
          )}
        </p>
      )}
    </>
  )
}

export const PriceChange = ({ line: { product, price } }: { line: CartLineView }) =>
  product &&
  price !== undefined &&
  price !== product.price && (
    <p className="text-sm font-medium text-warn">
      Now {formatDollars(product.price)}, was {formatDollars(price)}
    </p>
  )

type QuantityProps = { name: string; line: CartLineView; onChange: (quantity: number) => void }

/** The buttons stay where they are at the limits: what is too much is said, and one less removes the last piece. */
function Quantity({ name, line: { quantity }, onChange }: QuantityProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const change = (next: number) => {
    setTyped(undefined)
    onChange(next)
  }
  return (
    <div className="w-35">
      <QuantityStepper
        id={id}
        of={name}
        value={typed ?? String(quantity)}
        onType={(value) => {
          setTyped(value)
          if (isWholeNumber(value.trim())) onChange(Number(value))
        }}
        onStep={(by) => change(quantity + by)}
        onBlur={() => (typed?.trim() === '0' ? change(0) : setTyped(undefined))}
      />
    </div>
  )
}

function SizeSelect(props: { name: string; size: Size; onChange: (size: Size) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        Size<span className="sr-only"> of {props.name}</span>
      </label>
      <select id={id} value={props.size} onChange={({ target }) => props.onChange(target.value as Size)}>
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </div>
  )
}
