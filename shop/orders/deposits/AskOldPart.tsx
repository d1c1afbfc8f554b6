import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { RowButton } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { oldPartRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AboutOrder } from '../AboutOrder.tsx'
import type { Order } from '../contract.ts'
import { longestNote } from '../returns/return-rules.ts'
import { depositsHeld } from '../rules.ts'

type Props = { order: Order; onAsked: () => void }

/** The button of a row, and the form behind it. */
export function AskOldPart({ order, onAsked }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <RowButton text="Return the old part" of={order.productName} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <WideDialog title="Return the old part" onClose={() => setIsAsking(false)}>
          <OldPartForm
            order={order}
            onAsked={() => {
              setIsAsking(false)
              onAsked()
            }}
          />
        </WideDialog>
      )}
    </>
  )
}

const mostChoices = 100

function OldPartForm({ order, onAsked }: Props) {
  const held = depositsHeld(order)
  const { each } = order.deposit!
  const { form, errors, problem, isSending } = useForm({
    fields: { quantity: () => undefined, note: () => undefined },
    async send({ quantity, note }) {
      const body = { quantity: Number(quantity || 1), note }
      await authApi(oldPartRoutes.askOldPart, { params: { id: order._id }, body })
      toast('success', 'We expect your old part')
      onAsked()
    },
  })
  return (
    <form {...form} className="mt-4 grid gap-4 text-left" aria-label="Old part">
      <AboutOrder order={order} />
      {held > 1 && (
        <label className="field">
          Old parts
          <select name="quantity">
            {Array.from({ length: Math.min(held, mostChoices) }, (_, n) => held - n).map((count) => (
              <option key={count}>{count}</option>
            ))}
          </select>
        </label>
      )}
      <TextField
        label="What should we know? (optional)"
        name="note"
        rows={3}
        maxLength={longestNote}
        error={errors.note}
      />
      <FormError text={problem ?? errors.quantity} />
      <p className="text-sm text-muted">
        Bring it to the workshop or send it there, with the number of your purchase. {formatDollars(each)} for
        each go back to your card once we have seen that it is the kind of part you bought.
      </p>
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Return the old part'}
      </button>
    </form>
  )
}
