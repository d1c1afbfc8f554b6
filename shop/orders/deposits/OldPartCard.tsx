import { useState } from 'react'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject, WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { may } from '~/platform/roles.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { oldPartRoutes } from '~/shop/account-routes.ts'
import { Thumbnail } from '~/shop/catalogue/product/ProductPicture.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { toastRefund } from '../refunds/RefundDialog.tsx'
import { longestNote, whyMissing } from '../returns/return-rules.ts'
import { orderNumber } from '../rules.ts'
import type { ListedOldPart } from './contract.ts'

type Props = { it: ListedOldPart; onChanged: () => void }

export function OldPartCard({ it, onChanged }: Props) {
  const number = orderNumber(it.orderId)
  return (
    <article className="panel grid gap-4 p-5 sm:p-6" aria-label={`Old part of ${number}`}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <span className="w-12 flex-none">
            <Thumbnail image={it.image} />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{keepUnits(it.productName)}</p>
            <p className="text-sm text-muted">
              {countOf(it.quantity, 'old part')}, order no. {number}
            </p>
          </div>
        </div>
        <p className="text-sm text-muted">
          <DateTime at={it.askedAt} toTheMinute />,{' '}
          {it.email ? <EmailAddress address={it.email} /> : it.userName}
        </p>
      </header>
      {it.note && <p className="text-muted wrap-anywhere whitespace-pre-line">{it.note}</p>}
      {it.answer && (
        <p className="border-l-2 border-accent pl-3 wrap-anywhere whitespace-pre-line">{it.answer}</p>
      )}
      {it.state === 'asked' && (
        <footer className="flex flex-wrap items-center gap-2">
          <GiveBack it={it} number={number} onChanged={onChanged} />
          <Decline it={it} number={number} onChanged={onChanged} />
        </footer>
      )}
    </article>
  )
}

type StepProps = Props & { number: string }

/** A packer receives it, the deposit is given back by those who handle money. */
function GiveBack(props: StepProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  if (may(session.user.role, 'money')) return <GiveBackDeposit {...props} />
  return <span className="text-sm text-muted">Received? An admin gives the deposit back.</span>
}

function GiveBackDeposit({ it, number, onChanged }: StepProps) {
  const [isAsking, setIsAsking] = useState(false)
  async function giveBack() {
    try {
      const body = { amount: it.amount }
      toastRefund(await authApi(oldPartRoutes.giveBackDeposit, { params: { id: it._id }, body }))
    } catch (error) {
      toastError(error)
    }
    setIsAsking(false)
    onChanged()
  }
  return (
    <>
      <button type="button" className="btn btn-main btn-small" onClick={() => setIsAsking(true)}>
        Received, give {formatDollars(it.amount)} back<span className="sr-only"> {number}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Give the deposit back?"
          yes="Yes, give it back"
          busy="Giving it back…"
          onYes={giveBack}
          onNo={() => setIsAsking(false)}
        >
          <p>
            <b className="text-ink">{formatDollars(it.amount)}</b> goes back to the card it came from.
          </p>
          <DialogSubject picture={<Thumbnail image={it.image} />} name={keepUnits(it.productName)}>
            {countOf(it.quantity, 'old part')}, order no. {number}, {it.email || it.userName}
          </DialogSubject>
        </ConfirmDialog>
      )}
    </>
  )
}

function Decline({ it, number, onChanged }: StepProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsAsking(true)}>
        Decline<span className="sr-only"> {number}</span>
      </button>
      {isAsking && (
        <WideDialog title="Decline this old part" onClose={() => setIsAsking(false)}>
          <DeclineForm
            it={it}
            onDeclined={() => {
              setIsAsking(false)
              onChanged()
            }}
          />
        </WideDialog>
      )}
    </>
  )
}

function DeclineForm({ it: { _id: id }, onDeclined }: { it: ListedOldPart; onDeclined: () => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { answer: (typed: string) => (typed.trim() ? undefined : whyMissing) },
    async send(body) {
      await authApi(oldPartRoutes.declineOldPart, { params: { id }, body })
      toast('success', 'Declined')
      onDeclined()
    },
  })
  return (
    <form {...form} className="mt-4 grid gap-4 text-left" aria-label="Decline">
      <TextField
        label="Why not?"
        name="answer"
        rows={4}
        maxLength={longestNote}
        hint="It is mailed to the customer, who can send another one."
        error={errors.answer}
      />
      <FormError text={problem} />
      <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
        {isSending ? 'Declining…' : 'Decline'}
      </button>
    </form>
  )
}
