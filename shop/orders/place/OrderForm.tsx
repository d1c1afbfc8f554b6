import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { ownValidation } from '~/platform/ui/own-validation.ts'
import { toast } from '~/platform/ui/toasts.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import type { PartFit } from '~/shop/fitment/contract.ts'
import { MisfitTick } from '~/shop/fitment/MisfitTick.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { orderRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Size } from '../rules.ts'
import { longestQuantity, quantityProblem, quantityToPropose, sizes, totalPrice } from '../rules.ts'
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
  const total = isValid ? totalPrice(product.price, Number(typed)) : undefined

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
    toast('success', 'Successfully ordered', total ? { action: payNow } : {})
    await navigate(urls.myOrders(), { state: { ordered: placed.insertedId } })
  }

  return (
    <form
      onSubmit={(event) => void place(event)}
      ref={ownValidation}
      className="panel grid gap-5 p-5 sm:p-6"
      aria-label="Order"
    >
      <Field
        label="Quantity"
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={longestQuantity}
        value={typed}
        onChange={(event) => {
          setChanged(event.target.value)
          setError(quantityProblem(event.target.value, product))
        }}
        error={error}
        hint={`${needed(car?.fit)}Minimum order ${product.orderQty}, ${product.availableQty} available`}
        required
      />
      <SizeChoice />
      <p className="flex items-baseline justify-between gap-3 border-t border-line pt-4">
        <span className="text-muted">Total</span>
        <output className="font-display text-[28px] font-bold tracking-tight" aria-live="polite">
          {isValid ? <Money amount={total} /> : '–'}
        </output>
      </p>
      {misfit.tick}
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
      <OrderButton product={product} isStale={isStale} isSending={isSending} />
      {!isStale && isOrderable(product) && (
        <button
          type="button"
          className="btn btn-quiet"
          onClick={({ currentTarget: { form } }) => {
            if (check(form!)) void addToCart({ size: sizeIn(form!), quantity: Number(typed) })
          }}
        >
          Add to cart
        </button>
      )}
    </form>
  )
}

const needed = (fit: PartFit | undefined) => (fit?.quantity ? `Your car needs ${fit.quantity}. ` : '')

/** A part that does not fit asks for a tick, again for every car. */
function useMisfit(fit: PartFit | undefined) {
  const [ticked, setTicked] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  if (fit?.verdict !== 'does-not-fit') return { tick: null, check: () => true }
  const { _id, name } = fit.car
  const isTicked = ticked === _id
  return {
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
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">Size</legend>
    <div className="grid grid-cols-4 gap-2">
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
