import { days } from '~/platform/time.ts'
import type { DeliveryState } from '../deliver/delivery-rules.ts'
import { depositsHeld } from '../rules.ts'

/** Declined ends it, and so does a refund of the new part. */
export const oldPartStates = ['asked', 'given_back', 'declined'] as const
export type OldPartState = (typeof oldPartStates)[number]

/** For customers. */
export const oldPartNames: Record<OldPartState, string> = {
  asked: 'Old part announced',
  given_back: 'Deposit given back',
  declined: 'Old part not accepted',
}

/** For admins: what is to be done. */
export const oldPartFilterNames: Record<OldPartState, string> = {
  asked: 'To receive',
  given_back: 'Given back',
  declined: 'Declined',
}

type Held = {
  paid: boolean
  quantity: number
  delivery?: DeliveryState | undefined
  deposit?: { back: number; days: number } | undefined
}

const hasLeft = (state: DeliveryState | undefined) =>
  state === 'packed' || state === 'shipped' || state === 'delivered'

/** Whether its customer may send old parts of it now; undefined where there is no last day. */
export const mayReturnOldPart = (order: Held, deliveredAt: string | undefined, now: Date) =>
  hasLeft(order.delivery) && depositsHeld(order) > 0 && !isOver(order.deposit!.days, deliveredAt, now)

/** The last day, as 2026-11-19; without days, or before the last part has arrived, there is none. */
export const lastDayOf = (count: number, deliveredAt: string | null | undefined) =>
  count > 0 && deliveredAt
    ? new Date(Date.parse(deliveredAt.slice(0, 10)) + days(count)).toISOString().slice(0, 10)
    : undefined

/** A day ends when it has ended everywhere on earth: nobody who reads its date comes too late on it. */
export function isOver(count: number, deliveredAt: string | null | undefined, now: Date) {
  const last = lastDayOf(count, deliveredAt)
  return last !== undefined && now.getTime() >= Date.parse(last) + days(1.5)
}

/** Of one order, so that nobody asks for ever. */
export const mostOldParts = 10
