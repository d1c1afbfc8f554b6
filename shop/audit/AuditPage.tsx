import { Link, useLoaderData } from 'react-router'
import { localSecond } from '~/platform/dates.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, EmailAddress, Table } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { auditRoutes } from '~/shop/admin-routes.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { AuditEntry } from './contract.ts'

export { AuditPage as Component }

export const loader = listLoader(auditRoutes.listAuditEntries)

function AuditPage() {
  const data = useLoaderData<Listed<AuditEntry> | null>()
  if (!data) return null
  return (
    <ListPage
      title="Audit Trail"
      lead="Who changed what, and when. Entries cannot be changed or removed."
      list={data}
      one="entry"
      many="entries"
      search="Product, person or action"
      empty="Nothing here yet"
    >
      <Entries entries={data.rows} />
    </ListPage>
  )
}

const Entries = ({ entries }: { entries: AuditEntry[] }) => (
  <Table columns={['When', 'Who', 'What', 'Subject', 'Details']} dense>
    {entries.map((entry) => (
      <tr key={entry._id}>
        <Cell name="When">
          <time dateTime={entry.at} className="block tables:min-w-28">
            {localSecond(new Date(entry.at))}
          </time>
        </Cell>
        <Cell name="Who">
          <EmailAddress address={entry.email} />
        </Cell>
        <Cell name="What">{entry.what}</Cell>
        <td className="card-head font-medium">
          <Subject entry={entry} />
        </td>
        <Cell name="Details">
          <Details details={entry.details} />
        </Cell>
      </tr>
    ))}
  </Table>
)

/** A purchase is called by its number, as everywhere else. */
const Subject = ({ entry: { what, subject } }: { entry: AuditEntry }) =>
  /^(order|parcel|part taken|return|address)/.test(what) ? (
    <Link to={urls.purchase(subject)} className="text-link">
      no. {subject.slice(-8).toUpperCase()}
    </Link>
  ) : (
    subject
  )

/** Long texts are clipped after two lines. */
function Details({ details }: { details: AuditEntry['details'] }) {
  const shown = Object.entries(details).filter(([name]) => !name.endsWith('Id'))
  return (
    <span className="grid gap-0.5 text-muted">
      {isChange(details)
        ? formatValue(details)
        : shown.map(([name, value]) => (
            <span key={name} className="line-clamp-2">
              {toWords(name)}:{' '}
              {/amount|price/i.test(name) && typeof value === 'number'
                ? formatDollars(value)
                : formatValue(value)}
            </span>
          ))}
    </span>
  )
}

const toWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function formatValue(value: unknown): string {
  if (isChange(value)) return `${value.from} → ${value.to}`
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value
