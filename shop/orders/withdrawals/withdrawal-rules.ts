import { days } from '~/platform/time.ts'

/** What the shop sees first is what it has to do; the others end there. */
export const withdrawalStates = ['open', 'stated', 'done', 'closed'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** For the staff: what is to be done. */
export const withdrawalFilterNames: Record<WithdrawalState, string> = {
  open: 'To refund',
  stated: 'Not confirmed',
  done: 'Done',
  closed: 'Put aside',
}

/** With room for the words around it that people copy. */
export const longestNumber = 40
/** More lines has no purchase. */
export const mostWithdrawnLines = 200

/** As it stands in mails and on receipts, whatever was copied with it; undefined for what is no such number. */
export const numberIn = (text: string) => /[0-9a-f]{8}\b/i.exec(text)?.[0].toUpperCase()

/** The law counts days; the shop is warned before they are over. */
export const isDueSoon = (refundBy: string, now: Date) => Date.parse(refundBy) - now.getTime() < days(3)
