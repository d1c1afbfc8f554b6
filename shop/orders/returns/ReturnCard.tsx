import { useState } from 'react'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { EmailAddress } from '~/platform/lists/EmailAddress.tsx'
import { toastError } from '~/platform/ui/toast-error.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { keepUnits } from '~/platform/units.ts'
import { Thumbnail } from '~/shop/catalogue/product/Thumbnail.tsx'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { returnRoutes } from '~/shop/routes.ts'
import { orderNumber } from '../rules.ts'
import { AnswerReturn } from './AnswerReturn.tsx'
import type { ListedReturn } from './contract.ts'
import { RefundReturn } from './RefundReturn.tsx'
import { reasonNames } from './return-rules.ts'

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
      {it.state === 'received' && <RefundReturn it={it} number={number} onChanged={onChanged} />}
      {it.sound !== undefined && (
        <span className={`chip ${it.sound ? 'bg-success-tint text-success' : 'bg-warn-tint text-warn'}`}>
          {it.sound ? 'Sound' : 'Not sound'}
        </span>
      )}
      {it.refunded && <span className="text-sm text-muted">Refund requested</span>}
    </footer>
  )
}
