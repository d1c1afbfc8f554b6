import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { mostCounted } from '~/platform/lists/list-limits.ts'
import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { urls } from '~/shop/urls.ts'
import type { ToDo, WaitingKind } from './contract.ts'
import { waitingKinds } from './rules.ts'

type Kind = {
  name: string
  to: string
  icon: IconName
  /** What one of them is called, and the word of its button. */
  title: (item: Item) => string
  button: string
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
    button: 'Ask for it',
  },
  returns: {
    name: 'Returns to answer',
    to: urls.returns(),
    icon: 'return',
    title: (item) => `Return of no. ${number(item)}`,
    button: 'Answer',
  },
  messages: {
    name: 'Unread messages',
    to: urls.messages({ state: 'unread' }),
    icon: 'chat',
    title: ({ who }) => `Message from ${who}`,
    button: 'Read',
  },
}

/** On the dashboard of staff, before all figures: a number for each kind, and what has waited longest with one button each. */
export function ToDoPanel({ toDo }: { toDo: ToDo }) {
  const counted = waitingKinds.flatMap((kind) => (toDo[kind] ? [{ kind, ...toDo[kind] }] : []))
  if (counted.length === 0) return null
  return (
    <section className="panel grid grid-cols-1 gap-3 pt-4 shadow-none md:pt-5" aria-labelledby="to-do">
      <h2 id="to-do" className="px-4 text-[18px] md:px-6">
        To do
      </h2>
      <ul className="grid grid-cols-2 md:grid-cols-4">
        {counted.map(({ kind, count, since }) => (
          <li
            key={kind}
            className="border-line md:not-first:border-l max-md:even:border-l max-md:nth-[n+3]:border-t"
          >
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
              {since && (
                <span className="text-[13px] text-muted">
                  since <DateTime at={since} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {toDo.oldest.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-muted md:px-6">
          Everything is packed and answered.
        </p>
      ) : (
        <ul aria-label="What has waited longest">
          {toDo.oldest.map((item) => (
            <WaitingRow key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function WaitingRow({ item }: { item: Item }) {
  const { icon, title, button, to } = kinds[item.kind]
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 text-[15px] md:px-6 [&>.icon]:text-muted">
      <Icon name={icon} />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{title(item)}</b>
        <span className="line-clamp-2 text-[13px] text-muted">
          {item.what}
          {item.kind !== 'messages' && `, ${item.who}`}, <DateTime at={item.since} />
        </span>
      </p>
      <Link to={to} className="btn btn-quiet btn-small">
        {button}
        <span className="sr-only">: {title(item)}</span>
      </Link>
    </li>
  )
}
