import type { DeliveryState } from '../deliver/delivery-rules.ts'

/** In the order in which they follow; declined and withdrawn end it early. */
export const returnStates = ['asked', 'accepted', 'received', 'completed', 'declined', 'withdrawn'] as const
export type ReturnState = (typeof returnStates)[number]

/** For customers, in My Orders. */
export const returnNames: Record<ReturnState, string> = {
  asked: 'Return asked',
  accepted: 'Return accepted',
  received: 'Return received',
  completed: 'Returned',
  declined: 'Return declined',
  withdrawn: 'Return withdrawn',
}

/** For admins: what is to be done. */
export const returnFilterNames: Record<ReturnState, string> = {
  asked: 'To answer',
  accepted: 'On their way',
  received: 'To refund',
  completed: 'Completed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const returnReasons = ['does_not_fit', 'damaged', 'changed_mind'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** A withdrawal has none. */
export const reasonNames: Record<ReturnReason | 'withdrawal', string> = {
  does_not_fit: 'It does not fit',
  damaged: 'It is damaged',
  changed_mind: 'I changed my mind',
  withdrawal: 'Withdrawn from the contract',
}

export const isOpen = (state: ReturnState | undefined) => state === 'asked' || state === 'accepted'

/** What is not packed yet is cancelled or refunded instead. */
export const hasLeft = (state: DeliveryState | null | undefined) =>
  state === 'packed' || state === 'shipped' || state === 'delivered'

type Returning = {
  quantity: number
  delivery?: DeliveryState | undefined
  refunded: boolean
  refund?: { quantity: number } | undefined
  return?: ReturnState | undefined
}

/** Whether its customer may ask to send pieces of it back; how many is for the server to say. */
export const mayAskForReturn = (order: Returning) =>
  hasLeft(order.delivery) &&
  !order.refunded &&
  !isOpen(order.return) &&
  (order.refund?.quantity ?? 0) < order.quantity

export const longestNote = 1000

export const whereMissing = 'Say where it should be sent'
export const whyMissing = 'Say why'

/** Of one order, so that nobody asks for ever. */
export const mostReturns = 10
