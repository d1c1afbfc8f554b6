import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Money } from '~/platform/ui/Money.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { ownValidation } from '~/platform/ui/use-form.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { unitsOf } from '~/shop/catalogue/unit.ts'
import type { PartFit } from '~/shop/fitment/contract.ts'
import { MisfitTick } from '~/shop/fitment/MisfitTick.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import { BuyingTerms } from '../BuyingTerms.tsx'
import { QuantityStepper } from '../QuantityStepper.tsx'
import type { Size } from '../rules.ts'
import { quantityProblem, quantityToPropose, sizes, totalPrice, withDeposit } from '../rules.ts'
import { OrderButton } from './OrderButton.tsx'
import { OrderingProblem, useOrdering } from './use-ordering.tsx'

type Props = {
  product: Product
  user: { email: string; name: string }
  /** The product could not be reloaded: what is shown may be outdated. */
  isStale: boolean
  reload: () => void
  /** The car that it is ordered for: how it fits, and what was said about it. */
  car: { fit: PartFit; facts: string } | undefined
  /** The other way to buy it: together with other parts. */
  addToCart: (line: { size: Size; quantity: number }) => Promise<void>
}

export function OrderForm({ product, user, isStale, reload, car, addToCart }: Props) {
  const [changed, setChanged] = useState<string>()
  const misfit = useMisfit(car?.fit)
  const [error, setError] = useState<string>()
  const { send, isSending, problem, setProblem } = useOrdering()
  const navigate = useNavigate()
  const typed = changed ?? String(quantityToPropose(product, car?.fit.quantity))
  const isValid = quantityProblem(typed, product) === undefined
  const total = isValid ? totalPrice(withDeposit(product), Number(typed)) : undefined
  const pieces = isValid ? Number(typed) : product.orderQty
  const canOrder = isOrderable(product)

  /** Whether the quantity can be had; if not, the form says why. */
  function check(form: HTMLFormElement) {
    const invalid = quantityProblem(typed, product)
    setError(invalid)
    setProblem(undefined)
    if (invalid) form.querySelector('input')?.focus()
    return !invalid
  }

  async function place(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!check(form) || !misfit.check(form) || isSending) return
    const order = {
      productId: product._id,
      productName: product.productName,
      image: product.image,
      quantity: Number(typed),
      size: sizeIn(form),
      email: user.email,
      userName: user.name,
      ...(total && { price: total }),
      ...(car && {
        car: { vehicleId: car.fit.car._id, facts: car.facts, verdict: car.fit.verdict },
      }),
    }
    const placed = await send(
      order,
      (input) => authApi(orderRoutes.placeOrder, input),
      (refused) => {
        toast('error', 'Error ordering')
        if (refused.fields.quantity) setError(refused.fields.quantity)
        else setProblem(refused)
        // The stock or the price may have changed: show the current product.
        reload()
      },
    )
    if (!placed) return
    const payNow = { text: 'Pay now', run: () => void navigate(urls.payment(placed.insertedId)) }
    toast('success', 'Successfully ordered', total ? { actions: [payNow] } : {})
    await navigate(urls.myOrders(), { state: { ordered: placed.insertedId } })
  }

  return (
    <form
      onSubmit={(event) => void place(event)}
      ref={ownValidation}
      className="grid gap-3.5"
      aria-label="Order"
    >
      {canOrder && (
        <div className="buy-fields">
          <QuantityField
            value={typed}
            onChange={(value) => {
              setChanged(value)
              setError(quantityProblem(value, product))
            }}
            product={product}
            error={error}
            hint={hintOf(product, car?.fit)}
          />
          <SizeChoice />
        </div>
      )}
      {canOrder && misfit.tick}
      <OrderingProblem problem={problem} />
      {isTemporary(problem?.status) && (
        <button
          type="button"
          className="btn btn-quiet"
          onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          Try again
        </button>
      )}
      <div className={canOrder ? 'buy-actions buy-bar' : 'buy-actions'}>
        {canOrder && (
          <>
            <p className="buy-total">
              <span className="text-muted">
                {isValid ? unitsOf(Number(typed), product.unit) : 'Total'}
                {product.deposit > 0 && ' with deposit'}
              </span>
              <output className="font-display text-[24px] font-bold tracking-tight" aria-live="polite">
                {isValid ? <Money amount={total} /> : '–'}
              </output>
            </p>
            <button
              type="button"
              className="btn btn-quiet btn-big"
              disabled={isStale}
              onClick={({ currentTarget: { form } }) => {
                if (check(form!)) void addToCart({ size: sizeIn(form!), quantity: Number(typed) })
              }}
            >
              Add to cart
            </button>
          </>
        )}
        <OrderButton
          product={product}
          isStale={isStale}
          isSending={isSending}
          isQuiet={misfit.tick !== null && !misfit.isTicked}
        />
      </div>
      {canOrder && <BuyingTerms goods={totalPrice(product.price, pieces)} part={product} quantity={pieces} />}
    </form>
  )
}

function hintOf({ orderQty }: Product, fit: PartFit | undefined) {
  const needed = fit?.quantity ? `Your car needs ${fit.quantity}.` : ''
  const minimum = orderQty > 1 ? `Minimum order quantity ${orderQty}` : ''
  return [needed, minimum].filter(Boolean).join(' ')
}

type QuantityProps = {
  value: string
  onChange: (value: string) => void
  product: Product
  error: string | undefined
  hint: string
}

/** Typed, or stepped between the minimum and what there is. */
function QuantityField({ value, onChange, product, error, hint }: QuantityProps) {
  const id = useId()
  const { orderQty, availableQty } = product
  const step = (by: number) =>
    onChange(String(Math.min(Math.max((Number(value) || orderQty) + by, orderQty), availableQty)))
  return (
    <>
      <QuantityStepper
        id={id}
        value={value}
        onType={onChange}
        onStep={step}
        isInvalid={error !== undefined}
        describedBy={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      />
      {(hint || error) && (
        <div className="buy-hint">
          {error && (
            <p id={`${id}-error`} className="field-error" role="alert">
              {error}
            </p>
          )}
          {hint && (
            <p id={`${id}-hint`} className="text-[13px] text-muted">
              {hint}
            </p>
          )}
        </div>
      )}
    </>
  )
}

/** A part that does not fit asks for a tick, again for every car. */
function useMisfit(fit: PartFit | undefined) {
  const [ticked, setTicked] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  if (fit?.verdict !== 'does-not-fit') return { tick: null, isTicked: false, check: () => true }
  const { _id, name } = fit.car
  const isTicked = ticked === _id
  return {
    isTicked,
    tick: (
      <MisfitTick
        car={name}
        isTicked={isTicked}
        onTick={(isNow) => {
          setTicked(isNow ? _id : '')
          setIsMissing(false)
        }}
        isMissing={isMissing}
      />
    ),
    check(form: HTMLFormElement) {
      setIsMissing(!isTicked)
      if (!isTicked) form.querySelector<HTMLElement>('[data-misfit]')?.focus()
      return isTicked
    },
  }
}

const sizeIn = (form: HTMLFormElement) => new FormData(form).get('size') as Size

const SizeChoice = () => (
  <fieldset className="field">
    <legend className="mb-1.5 text-sm font-medium">Size</legend>
    <div className="grid grid-cols-4 gap-1.5">
      {sizes.map((size) => (
        <label key={size} className="choice">
          <input type="radio" name="size" value={size} defaultChecked={size === 'M'} className="sr-only" />
          {size}
        </label>
      ))}
    </div>
  </fieldset>
)

/** The connection or the server failed, not the order: it can be sent again, and counts once. */
const isTemporary = (status: number | undefined) =>
  status !== undefined && (status === 0 || status === 429 || status >= 500)
