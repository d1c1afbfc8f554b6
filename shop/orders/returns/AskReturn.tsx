import { useId, useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { RowButton } from '~/platform/lists/Table.tsx'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { returnRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AboutOrder } from '../AboutOrder.tsx'
import type { Order } from '../contract.ts'
import type { ReturnReason } from './return-rules.ts'
import { longestNote, reasonNames, returnReasons } from './return-rules.ts'

type Props = { order: Order; onAsked: () => void }

/** The button of a row, and the form behind it. */
export function AskReturn({ order, onAsked }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <RowButton text="Return" of={order.productName} onClick={() => setIsAsking(true)} />
      {isAsking && (
        <WideDialog title="Return this order" onClose={() => setIsAsking(false)}>
          <ReturnForm
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

function ReturnForm({ order, onAsked }: Props) {
  const left = order.quantity - (order.refund?.quantity ?? 0)
  const { form, errors, problem, isSending } = useForm({
    fields: {
      reason: (chosen: string) => (chosen ? undefined : 'Choose a reason'),
      quantity: () => undefined,
      note: () => undefined,
    },
    async send({ reason, quantity, note }) {
      const body = { reason: reason as ReturnReason, quantity: Number(quantity || 1), note }
      await authApi(returnRoutes.askReturn, { params: { id: order._id }, body })
      toast('success', 'We have your request and will answer by mail')
      onAsked()
    },
  })
  const pieces = Array.from({ length: Math.min(left, mostChoices) }, (_, n) => String(left - n))
  return (
    <form {...form} className="mt-4 grid gap-4 text-left" aria-label="Return">
      <AboutOrder order={order} />
      <Reasons error={errors.reason} />
      {left > 1 && (
        <Choice
          label="Pieces to return"
          name="quantity"
          error={errors.quantity}
          choices={pieces.map((count) => [count, count] as const)}
        />
      )}
      <TextField
        label="What should we know? (optional)"
        name="note"
        rows={3}
        maxLength={longestNote}
        error={errors.note}
      />
      <FormError text={problem ?? (left > 1 ? undefined : errors.quantity)} />
      <p className="text-sm text-muted">
        Do not send anything yet: we answer by mail where it should go. Your money goes back to your card once
        the parcel is here.
      </p>
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Asking…' : 'Ask for the return'}
      </button>
    </form>
  )
}

/** All in sight: one tap. */
function Reasons({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      className="field"
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span id={`${id}-label`} className="text-sm font-medium">
        Why do you send it back?
      </span>
      <div className="grid gap-1.5 sm:grid-cols-3">
        {returnReasons.map((reason) => (
          <label key={reason} className="choice px-2 text-center text-[15px]">
            <input type="radio" name="reason" value={reason} className="sr-only" />
            {reasonNames[reason]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  name: string
  error: string | undefined
  choices: (readonly [value: string, text: string])[]
}

function Choice({ label, name, error, choices }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
