import { useLoaderData } from 'react-router'
import { Cell } from '~/platform/ui/Cell.tsx'
import { Pagination } from '~/platform/ui/Pagination.tsx'
import { SearchForm } from '~/platform/ui/SearchForm.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import type { AuditData } from './audit-route.ts'
import type { AuditEntry } from './contract.ts'
import { entriesPerPage } from './rules.ts'

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

export function AuditPage() {
  const data = useLoaderData<AuditData | null>()
  if (!data) return null
  const { entries, total, page, q } = data
  return (
    <div className="grid gap-5">
      <Title page="Audit Trail" />
      <div className="grid gap-2">
        <h1 className="text-[28px] sm:text-[36px]">Audit Trail</h1>
        <p className="text-muted">Who changed what, and when. Entries cannot be changed or removed.</p>
      </div>
      <search aria-label="Audit trail">
        <SearchForm action={urls.audit()} className="grid gap-3 sm:grid-cols-[1fr_auto]">
          <input
            type="search"
            name="q"
            aria-label="Search the audit trail"
            defaultValue={q}
            key={q}
            maxLength={80}
            placeholder="Product, person or deed…"
            className="input"
          />
          <button type="submit" className="btn btn-quiet">
            Search
          </button>
        </SearchForm>
      </search>
      {entries.length === 0 ? (
        <p className="panel-flat px-6 py-16 text-center font-display text-[22px] font-bold">
          Nothing here yet
        </p>
      ) : (
        <Entries entries={entries} />
      )}
      <Pagination
        label="Pages of the audit trail"
        current={page}
        last={Math.ceil(total / entriesPerPage)}
        address={(number) => urls.audit({ page: number, q })}
      />
    </div>
  )
}

const Entries = ({ entries }: { entries: AuditEntry[] }) => (
  <table className="cards-when-narrow">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">Who</th>
        <th scope="col">What</th>
        <th scope="col">Subject</th>
        <th scope="col">Details</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry._id}>
          <Cell name="When">
            <time dateTime={entry.at} className="whitespace-nowrap">
              {time.format(new Date(entry.at))}
            </time>
          </Cell>
          <Cell name="Who">{entry.email}</Cell>
          <Cell name="What">{entry.what}</Cell>
          <td className="card-head font-medium">{entry.subject}</td>
          <Cell name="Details">
            <Details details={entry.details} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Long texts are told by their beginning. */
function Details({ details }: { details: AuditEntry['details'] }) {
  const told = Object.entries(details).filter(([name]) => !name.endsWith('Id'))
  return (
    <span className="grid gap-0.5 text-muted">
      {told.map(([name, value]) => (
        <span key={name} className="line-clamp-2">
          {name}: {isChange(value) ? `${value.from} → ${value.to}` : String(value)}
        </span>
      ))}
    </span>
  )
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value
