import type { OrderRow, PurchaseRow, WithdrawalRow } from '~/database/tables.ts'
import { longDay } from '~/platform/dates.ts'
import { mailBody } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { mail, pieceLines, shownTime } from '../mails.ts'
import { holdsNoMoney, orderNumber } from '../rules.ts'
import type { WithdrawalTerms } from '../withdrawal-terms.server.ts'

/** Of a day without a time: November 30, 2026. */
export const dayInWords = (day: string) => longDay(new Date(day))

type Line = { order: OrderRow; here: number; back: number }
type About = {
  row: WithdrawalRow
  lines: Line[]
  terms: WithdrawalTerms
  /** By who was signed in: what others have typed is mailed to nobody. */
  isNamed: boolean
}

const pieces = (lines: Line[]) =>
  pieceLines(lines.map(({ order, here, back }) => ({ ...order, quantity: here + back })))

/** Says what was stated and when, and that it has arrived; not what it comes to. */
export function withdrawnMail({ row, lines, terms, isNamed }: About) {
  const { id, purchase_id, declared_at, refund_by, name } = row
  const isPaid = ({ order }: Line) => !holdsNoMoney(order)
  const isRefundRequested = lines.some((line) => line.here > 0 && isPaid(line))
  const isSentBack = lines.some(({ back }) => back > 0)
  return mail(
    lines.map(({ order }) => order),
    { event: `withdrawal:${id}:declared`, link: urls.purchase(purchase_id!) },
    'We have your withdrawal',
    [
      `On ${shownTime(new Date(declared_at))} we received your statement that you withdraw from the contract of purchase no. ${orderNumber(purchase_id!)}${isNamed ? `, in the name of ${name}` : ''}:`,
      pieces(lines),
      ...(lines.some(({ here }) => here > 0)
        ? [
            `What we have not packed yet is not sent.${isRefundRequested ? ' We have asked for its money to go back to your card.' : ''}`,
          ]
        : []),
      ...(isSentBack
        ? [
            `Please send back within 14 days what has left us, to:\n${terms.returnTo}`,
            terms.isPaidByShop ? 'We pay for sending it back.' : 'You pay for sending it back.',
            ...(lines.some((line) => line.back > 0 && isPaid(line))
              ? [
                  `Your money goes back to your card by ${dayInWords(refund_by)}. We may wait until the parts are here, or until you have shown that you have sent them.`,
                ]
              : []),
          ]
        : []),
      'Keep this mail: it confirms that your statement has arrived, with its date and time.',
    ],
  )
}

export const withdrawalToShopMail = (shopEmail: string, { row, lines }: About) => ({
  to: shopEmail,
  replyTo: lines[0]!.order.email,
  subject: 'A customer has withdrawn from a purchase',
  isSigned: true,
  ...mailBody([
    `On ${shownTime(new Date(row.declared_at))} ${lines[0]!.order.user_name} (${lines[0]!.order.email}) withdrew from purchase no. ${orderNumber(row.purchase_id!)}:`,
    pieces(lines),
    `This cannot be declined. The money must be back by ${dayInWords(row.refund_by)}.`,
    urls.withdrawals(),
  ]),
  event: `withdrawal:${row.id}:shop`,
})

type Stated = Pick<WithdrawalRow, 'id' | 'declared_at'> & {
  purchase: PurchaseRow
  orders: OrderRow[]
  /** Why it comes to nothing; undefined while it can be confirmed. */
  problem: string | undefined
}

/** To the account of a purchase that somebody has named: only who reads this can withdraw from it. */
export const statementMail = ({ id, declared_at, purchase, orders, problem }: Stated) =>
  mail(
    orders,
    {
      event: `withdrawal:${id}:stated`,
      link: problem ? urls.purchase(purchase.id) : urls.withdraw(id),
    },
    problem ? 'Your withdrawal' : 'Confirm your withdrawal',
    [
      `On ${shownTime(new Date(declared_at))} we received the statement that you withdraw from the contract of purchase no. ${orderNumber(purchase.id)}:`,
      pieceLines(orders),
      ...(problem
        ? [problem]
        : [
            'It was made without a log-in. If it was you, please confirm it here; what counts is the time at which you made it. If it was not, do nothing.',
          ]),
    ],
  )
