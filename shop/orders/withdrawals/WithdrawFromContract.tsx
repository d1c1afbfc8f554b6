import { useRef, useState } from 'react'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { newId } from '~/platform/id.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { longestName } from '~/shop/identity/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Purchase } from '../contract.ts'
import { orderNumber } from '../rules.ts'
import type { Withdrawable } from './contract.ts'
import { DayInWords } from './DayInWords.tsx'

type Props = { purchase: Purchase; user: { name: string; email: string }; onChanged: () => void }

/** For its customer: what was withdrawn from, and as long as that is a right, the function to do so. */
export function WithdrawFromContract({ purchase, user, onChanged }: Props) {
  const { withdrawable, withdrawals } = purchase
  const [isOpen, setIsOpen] = useState(false)
  if (!withdrawable && withdrawals.length === 0) return null
  return (
    <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="withdraw">
      <h2 id="withdraw" className="text-[18px]">
        Withdraw from contract
      </h2>
      {withdrawals.map(({ _id, declaredAt, lines, state, refundBy }) => (
        <div key={_id} className="grid gap-1 border-l-2 border-accent pl-3">
          <p>
            You withdrew on <DateTime at={declaredAt} toTheMinute />. We have confirmed it by mail.
          </p>
          <p className="text-sm text-muted">
            {lines.map((line) => `${line.quantity} × ${keepUnits(line.productName)}`).join(', ')}
          </p>
          {state === 'open' && (
            <p className="text-sm text-muted">
              Your money goes back by <DayInWords day={refundBy} />; we may wait for the parts.
            </p>
          )}
        </div>
      ))}
      {withdrawable && !isOpen && (
        <>
          <p className="text-muted">
            {withdrawable.until ? (
              <>
                Until <DayInWords day={withdrawable.until} /> you may withdraw without giving a reason.
              </>
            ) : (
              'You may withdraw without giving a reason, now and for some days after all of it has arrived.'
            )}
          </p>
          <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setIsOpen(true)}>
            Withdraw from contract here
          </button>
        </>
      )}
      {withdrawable && isOpen && (
        <WithdrawForm
          purchaseId={purchase._id}
          withdrawable={withdrawable}
          user={user}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

type FormProps = Pick<Props, 'user'> & {
  purchaseId: string
  withdrawable: Withdrawable
  onClose: () => void
  onDone: () => void
}

function WithdrawForm({ purchaseId, withdrawable: { pieces }, user, onClose, onDone }: FormProps) {
  /** A second click, or a try after a lost response, is the same statement. */
  const key = useRef(newId())
  const { form, errors, problem, setProblem, isSending } = useForm({
    fields: {
      name: (typed: string) => (typed.trim() ? undefined : 'Name is required'),
      ...Object.fromEntries(
        pieces.flatMap(({ orderId, quantity }) => [
          [`take ${orderId}`, () => undefined],
          [
            `count ${orderId}`,
            (typed: string) => (quantity > 1 ? problemOfCount(typed, quantity) : undefined),
          ],
        ]),
      ),
    } as Record<string, (typed: string) => string | undefined>,
    async send(typed): Promise<void> {
      const chosen = pieces
        .filter(({ orderId }) => typed[`take ${orderId}`])
        .map(({ orderId }) => ({ orderId, quantity: Number(typed[`count ${orderId}`] || 1) }))
      if (chosen.length === 0) return setProblem('Choose what you withdraw from')
      const body = { key: key.current, name: typed.name!, pieces: chosen }
      await authApi(withdrawalRoutes.withdraw, { params: { id: purchaseId }, body })
      toast('success', 'We have your withdrawal and confirm it by mail')
      onDone()
    },
  })
  return (
    <form {...form} className="grid gap-4" aria-label="Withdraw from contract">
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">
          Of purchase no. {orderNumber(purchaseId)} you withdraw from
        </legend>
        {pieces.map(({ orderId, productName, size, quantity }) => (
          <div
            key={orderId}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2"
          >
            <label className="flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-3">
              <input
                type="checkbox"
                name={`take ${orderId}`}
                defaultChecked
                className="size-5 flex-none accent-accent"
              />
              <span>
                {keepUnits(productName)}
                <span className="block text-[13px] text-muted">
                  {countOf(quantity, 'piece')}, size {size}
                </span>
              </span>
            </label>
            {quantity > 1 && (
              <div className="w-36">
                <Field
                  label="Pieces"
                  aria-label={`Pieces of ${productName}`}
                  name={`count ${orderId}`}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={quantity}
                  defaultValue={quantity}
                  error={errors[`count ${orderId}`]}
                />
              </div>
            )}
          </div>
        ))}
      </fieldset>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={longestName}
        required
        defaultValue={user.name}
        error={errors.name}
      />
      <p className="text-sm text-muted">
        We confirm it at once by mail to <b className="font-semibold text-ink">{user.email}</b>, with what you
        state here and when. You need not say why.
      </p>
      <FormError text={problem} />
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" aria-disabled={isSending}>
          {isSending ? 'Withdrawing…' : 'Confirm withdrawal'}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep it
        </button>
      </p>
    </form>
  )
}

const problemOfCount = (typed: string, most: number) =>
  /^[1-9]\d*$/.test(typed.trim()) && Number(typed) <= most ? undefined : `From 1 to ${most}`
