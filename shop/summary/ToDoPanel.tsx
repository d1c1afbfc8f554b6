import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortDay } from '~/platform/dates.ts'
import { formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import { days } from '~/platform/time.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { ToDo, WaitingKind } from './contract.ts'
import { waitingKinds } from './rules.ts'

type Kind = {
  name: string
  to: string
  icon: IconName
  /** Of the number itself, where it is none of the day's usual work: it is shown while there are some. */
  isSeldom?: true
  /** What one of them is called, and the word of its button. */
  title: (item: Item) => string
  button: string
  /** Where one of them is, if not in the list. */
  toItem?: (item: Item) => string
}
type Item = ToDo['oldest'][number]

/** As customers read it: the end of the id. */
const number = ({ id }: Item) => id.slice(-8).toUpperCase()

const kinds: Record<WaitingKind, Kind> = {
  toPack: {
    name: 'To pack',
    to: urls.parcels(),
    icon: 'box',
    title: (item) => `Pack no. ${number(item)}`,
    button: 'Pack',
  },
  needsAddress: {
    name: 'Needs an address',
    to: urls.parcels({ state: 'needs_address' }),
    icon: 'pin',
    title: (item) => `No address for no. ${number(item)}`,
    button: 'Look at it',
  },
  returns: {
    name: 'Returns to answer',
    to: urls.returns(),
    icon: 'return',
    title: (item) => `Return of no. ${number(item)}`,
    button: 'Answer',
  },
  oldParts: {
    name: 'Old parts to receive',
    to: urls.oldParts(),
    icon: 'return',
    isSeldom: true,
    title: (item) => `Old part of no. ${number(item)}`,
    button: 'Look at it',
  },
  messages: {
    name: 'Unread messages',
    to: urls.messages({ state: 'unread' }),
    icon: 'chat',
    title: ({ who }) => `Message from ${who}`,
    button: 'Read',
    toItem: ({ id }) => urls.message(id),
  },
  reviews: {
    name: 'Reviews and questions',
    to: urls.reviewQueue(),
    icon: 'star',
    isSeldom: true,
    title: ({ who }) => `Written by ${who}`,
    button: 'Look',
  },
  withdrawals: {
    name: 'Withdrawals to refund',
    to: urls.withdrawals(),
    icon: 'back',
    isSeldom: true,
    title: ({ dueBy }) => `Withdrawal: refund by ${shortDay(new Date(dueBy!))}`,
    button: 'Look at it',
  },
  statements: {
    name: 'Withdrawals not confirmed',
    to: urls.withdrawals({ state: 'stated' }),
    icon: 'question',
    isSeldom: true,
    title: () => 'A withdrawal without a log-in',
    button: 'Look at it',
  },
  failedRefunds: {
    name: 'Failed refunds',
    to: urls.allOrders(),
    icon: 'alert',
    isSeldom: true,
    title: () => 'A refund did not go through',
    button: 'See why',
  },
  failedMails: {
    name: 'Mails that failed',
    to: urls.undeliveredMails(),
    icon: 'mail',
    isSeldom: true,
    title: ({ who }) => `No mail server took a mail to ${who}`,
    button: 'See why',
  },
  lowStock: {
    name: 'Low stock',
    to: urls.manageProducts({ stock: 'low' }),
    icon: 'shelf',
    isSeldom: true,
    title: ({ what }) => what,
    button: 'Restock',
  },
  outOfStock: {
    name: 'Out of stock',
    to: urls.manageProducts({ stock: 'out' }),
    icon: 'shelf',
    isSeldom: true,
    title: ({ what }) => what,
    button: 'Restock',
  },
}

type Props = {
  toDo: ToDo
  /** Reminds the customer of a purchase: a button that is done at once. */
  askForAddress: (purchaseId: string) => ReactNode
}

/** On the dashboard of staff, before all figures: a number for each kind, and what has waited longest with one button each. */
export function ToDoPanel({ toDo, askForAddress }: Props) {
  const counted = waitingKinds.flatMap((kind) => {
    const waiting = toDo[kind]
    return waiting && (waiting.count > 0 || !kinds[kind].isSeldom) ? [{ kind, ...waiting }] : []
  })
  if (counted.length === 0) return null
  // Rows without a gap, where that is possible.
  const perRow = counted.length % 4 !== 0 && counted.length % 3 === 0 ? 3 : 4
  return (
    <section className="panel grid grid-cols-1 gap-3 pt-4 shadow-none md:pt-5" aria-labelledby="to-do">
      <h2 id="to-do" className="px-4 text-[18px] md:px-6">
        To do
      </h2>
      {/* The ground is the lines between them, however many there are. */}
      <ul
        className={`grid grid-cols-2 gap-px overflow-hidden border-y border-line bg-line ${perRow === 3 ? 'md:grid-cols-3' : 'md:grid-cols-4'}`}
      >
        {counted.map(({ kind, count, since, dueBy }) => (
          <li key={kind} className="grow bg-surface last:odd:max-md:col-span-2">
            <Link
              to={kinds[kind].to}
              className="grid h-full content-start gap-1 px-4 py-3 hover:bg-sunken md:px-6"
            >
              <span
                className={`font-display text-[36px] leading-none font-bold tabular-nums ${count > 0 ? 'text-accent-text' : ''}`}
              >
                {formatCount(count)}
                {count === mostCounted && '+'}
              </span>
              <span className="text-[15px] font-semibold">{kinds[kind].name}</span>
              {dueBy ? (
                <DueBy day={dueBy} />
              ) : (
                since && (
                  <span className="text-[13px] text-muted">
                    since <DateTime at={since} />
                  </span>
                )
              )}
            </Link>
          </li>
        ))}
        {Array.from({ length: (perRow - (counted.length % perRow)) % perRow }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing stands there
          <li key={n} className="bg-surface max-md:hidden" aria-hidden="true" />
        ))}
      </ul>
      {toDo.oldest.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-muted md:px-6">
          {counted.every(({ count }) => count === 0)
            ? 'Everything is packed and answered.'
            : 'The lists above have what is to be done.'}
        </p>
      ) : (
        <ul aria-label="What has waited longest" className="-mt-3">
          {toDo.oldest.map((item) => (
            <WaitingRow
              key={`${item.kind} ${item.id}`}
              item={item}
              action={item.kind === 'needsAddress' && askForAddress(item.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Red when the day is near. */
const DueBy = ({ day }: { day: string }) => (
  <span
    className={`text-[13px] ${Date.parse(day) - Date.now() < days(3) ? 'font-semibold text-danger' : 'text-muted'}`}
  >
    by <time dateTime={day}>{shortDay(new Date(day))}</time>
  </span>
)

function WaitingRow({ item, action }: { item: Item; action: ReactNode }) {
  const { icon, title, button, to, toItem } = kinds[item.kind]
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line px-4 py-3 text-[15px] first:border-t-0 md:px-6 [&>.icon]:text-muted">
      <Icon name={icon} />
      <p className="min-w-0 flex-1 basis-40">
        <b className="font-semibold">{title(item)}</b>
        <span className="line-clamp-2 text-[13px] text-muted">
          {[
            // Words of a person may end a sentence.
            item.what.replace(/[.…]+$/, ''),
            item.kind !== 'messages' && item.kind !== 'failedMails' && item.kind !== 'reviews' && item.who,
          ]
            .filter(Boolean)
            .join(', ')}
          , <DateTime at={item.since} />
        </span>
      </p>
      {action || (
        <Link to={toItem?.(item) ?? to} className="btn btn-quiet btn-small">
          {button}
          <span className="sr-only">: {title(item)}</span>
        </Link>
      )}
    </li>
  )
}
