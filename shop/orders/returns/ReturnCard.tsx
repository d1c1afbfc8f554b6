import { useRef, useState } from 'react'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { may } from '~/platform/roles.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { returnRoutes } from '~/shop/account-routes.ts'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { RefundDialog, unrefundedPieces } from '../refunds/RefundDialog.tsx'
import { orderNumber } from '../rules.ts'
import type { ListedReturn } from './contract.ts'
import { longestNote, reasonNames, whereMissing, whyMissing } from './return-rules.ts'

type Props = { it: ListedReturn; onChanged: () => void }

export function ReturnCard({ it, onChanged }: Props) {
  const number = orderNumber(it.orderId)
  return (
    <article className="panel grid gap-4 p-5 sm:p-6" aria-label={`Return of ${number}`}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <span className="w-12 flex-none">
            <Thumbnail image={it.image} />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{keepUnits(it.productName)}</p>
            <p className="text-sm text-muted">
              {countOf(it.quantity, 'piece')}, size {it.size}, order no. {number}
            </p>
            {it.fit && <ForCar fit={it.fit} />}
          </div>
        </div>
        <p className="text-sm text-muted">
          <DateTime at={it.askedAt} toTheMinute />,{' '}
          {it.email ? <EmailAddress address={it.email} /> : it.userName}
        </p>
      </header>
      <div className="grid gap-1">
        <p>{reasonNames[it.reason]}</p>
        {it.note && <p className="text-muted wrap-anywhere whitespace-pre-line">{it.note}</p>}
      </div>
      {it.answer && (
        <p className="border-l-2 border-accent pl-3 wrap-anywhere whitespace-pre-line">{it.answer}</p>
      )}
      {it.state === 'asked' ? (
        <AnswerReturn it={it} number={number} onChanged={onChanged} />
      ) : (
        <Steps it={it} number={number} onChanged={onChanged} />
      )}
    </article>
  )
}

type Step = { text: string; run: () => Promise<unknown>; isMain?: boolean }

/** Before the pieces are here. */
function stepsOf({ _id, state }: ListedReturn): Step[] {
  if (state !== 'accepted') return []
  const params = { id: _id }
  const receive = (sound: boolean) => async () => {
    await authApi(returnRoutes.receiveReturn, { params, body: { sound } })
    toast('success', sound ? 'Received: the pieces are for sale again' : 'Received')
  }
  return [
    { text: 'Received, can be sold again', run: receive(true), isMain: true },
    { text: 'Received, not sound', run: receive(false) },
    // A right of its customer: it ends without a parcel only after days, and the server says from when.
    {
      text: 'Nothing arrived',
      async run() {
        await authApi(returnRoutes.withdrawReturn, { params })
        toast('success', 'The return is closed')
      },
    },
  ]
}

function Steps({ it, number, onChanged }: Props & { number: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const start = (step: Step) => {
    if (isBusy) return
    setIsBusy(true)
    void step
      .run()
      .catch(toastError)
      .finally(() => {
        setIsBusy(false)
        onChanged()
      })
  }
  return (
    <footer className="flex flex-wrap items-center gap-2">
      {stepsOf(it).map((step) => (
        <button
          key={step.text}
          type="button"
          className={`btn btn-small ${step.isMain ? 'btn-main' : 'btn-quiet'}`}
          aria-disabled={isBusy}
          onClick={() => start(step)}
        >
          {step.text}
          <span className="sr-only"> {number}</span>
        </button>
      ))}
      {it.state === 'received' && <Refund it={it} number={number} onChanged={onChanged} />}
      {it.sound !== undefined && (
        <span className={`chip ${it.sound ? 'bg-success-tint text-success' : 'bg-warn-tint text-warn'}`}>
          {it.sound ? 'Sound' : 'Not sound'}
        </span>
      )}
      {it.refunded && <span className="text-sm text-muted">Refund requested</span>}
    </footer>
  )
}

type AnswerReturnProps = { it: ListedReturn; number: string; onChanged: () => void }
type Answer = 'accept' | 'decline'

/** A yes says where to send it, which is known as a rule; a no says why. */
function AnswerReturn({ it: { _id: id, sendTo }, number, onChanged }: AnswerReturnProps) {
  const whereTo = sendTo && `Please send it to:\n${sendTo}`
  /** By the button that was pressed. */
  const chosen = useRef<Answer>('accept')
  const { form, errors, problem, isSending } = useForm({
    fields: {
      answer(typed: string) {
        if (chosen.current === 'accept') return typed.trim() ? undefined : whereMissing
        return typed.trim() && typed.trim() !== whereTo ? undefined : whyMissing
      },
    },
    async send(body) {
      const isAccepted = chosen.current === 'accept'
      if (isAccepted) await authApi(returnRoutes.acceptReturn, { params: { id }, body })
      else await authApi(returnRoutes.declineReturn, { params: { id }, body })
      toast('success', isAccepted ? 'Accepted' : 'Declined')
      onChanged()
    },
  })
  const button = (answer: Answer, text: string) => (
    <button
      type="submit"
      className={`btn btn-small ${answer === 'accept' ? 'btn-main' : 'btn-quiet'}`}
      aria-disabled={isSending}
      onClick={() => {
        chosen.current = answer
      }}
    >
      {text}
      <span className="sr-only"> {number}</span>
    </button>
  )
  return (
    <form {...form} className="grid gap-3" aria-label={`Answer ${number}`}>
      <TextField
        label="Words to the customer"
        name="answer"
        rows={4}
        defaultValue={whereTo}
        maxLength={longestNote}
        hint="Where it should be sent, or why not."
        error={errors.answer}
      />
      <FormError text={problem} />
      <p className="flex gap-2">
        {button('accept', 'Accept')}
        {button('decline', 'Decline')}
      </p>
    </form>
  )
}

/** A packer receives it, the money is given back by those who handle it. */
function Refund(props: RefundReturnProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  if (may(session.user.role, 'money')) return <RefundReturn {...props} />
  return <span className="text-sm text-muted">Waits for its refund by an admin</span>
}

type RefundReturnProps = { it: ListedReturn; number: string; onChanged: () => void }

const RefundReturn = ({ it, number, onChanged }: RefundReturnProps) => (
  <RefundDialog
    purchaseId={it.purchaseId}
    orderId={it.orderId}
    title={() => 'Refund this return?'}
    opener={(open) => (
      <button type="button" className="btn btn-main btn-small" onClick={open}>
        Refund<span className="sr-only"> {number}</span>
      </button>
    )}
    // Some may have been refunded otherwise.
    quantityOf={(order) => Math.min(it.quantity, unrefundedPieces(order))}
    refund={(amount) => authApi(returnRoutes.refundReturn, { params: { id: it._id }, body: { amount } })}
    onRefunded={onChanged}
  >
    {(_, quantity) => (
      <DialogSubject picture={<Thumbnail image={it.image} />} name={keepUnits(it.productName)}>
        {countOf(quantity, 'piece')}, size {it.size}, order no. {number}, {it.email || it.userName}
      </DialogSubject>
    )}
  </RefundDialog>
)
