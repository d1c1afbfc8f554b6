import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { Cell, Table } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { booksRoutes } from '~/shop/admin-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import type { BooksMonth } from './contract.ts'

export const loader = async () => (await staffGet(booksRoutes.listBooks)) ?? null

const figures = ['Documents', 'Paid', 'Credited', 'Total', 'Tax in it', 'Deposits in it', 'Revenue']

/** The documents of the shop for the accountant. */
function BooksPage() {
  const months = useLoaderData<BooksMonth[] | null>()
  if (!months) return null
  return (
    <div className="grid grid-cols-1 gap-5">
      <Title page="Books" />
      <header className="grid gap-1">
        <h1 className="text-[28px] sm:text-[36px]">Books</h1>
        <p className="max-w-[70ch] text-muted">
          Every receipt and credit note with its lines and tax, as a file that opens in a spreadsheet. Months
          and days are those of UTC, as on the documents; a credit note counts on its own day.
        </p>
      </header>
      <Range />
      {months.length === 0 ? (
        <p className="panel p-6 text-muted shadow-none">Nothing was paid yet.</p>
      ) : (
        <Table columns={['Month', ...figures, 'File']} figures={figures}>
          {months.map((month) => (
            <Month key={`${month.month} ${month.currency}`} {...month} />
          ))}
        </Table>
      )}
    </div>
  )
}

const Month = ({ month, documents, paid, credited, total, tax, deposits, revenue }: BooksMonth) => (
  <tr>
    <td className="card-head font-medium">{month}</td>
    <Cell name="Documents">{documents}</Cell>
    <Cell name="Paid">{formatDollars(paid)}</Cell>
    <Cell name="Credited">{formatDollars(credited)}</Cell>
    <Cell name="Total">{formatDollars(total)}</Cell>
    <Cell name="Tax in it">{formatDollars(tax)}</Cell>
    <Cell name="Deposits in it">
      {deposits.taken === 0 && deposits.returned === 0
        ? '–'
        : `${formatDollars(deposits.taken)} taken, ${formatDollars(deposits.returned)} back`}
    </Cell>
    <Cell name="Revenue">{formatDollars(revenue)}</Cell>
    <td>
      <Download
        from={`${month}-01`}
        to={lastDayOf(month)}
        of={`${month}, ${countOf(documents, 'document')}`}
      />
    </td>
  </tr>
)

/** Day 0 of the next month. */
function lastDayOf(month: string) {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

type DownloadProps = { from: string; to: string; of: string }

const Download = ({ from, to, of }: DownloadProps) => (
  <DownloadButton
    text="CSV"
    of={of}
    busy="Writing…"
    className="btn-small"
    download={() => fetchAs(booksRoutes.exportBooks, { query: { from, to } })}
  />
)

/** A year, a quarter, or any other time. */
function Range() {
  const today = new Date().toISOString().slice(0, 10)
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const isUpsideDown = from > to
  return (
    <section aria-label="A time of your own" className="panel flex flex-wrap items-end gap-3 p-5 shadow-none">
      <Field label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
      <Field
        label="To"
        type="date"
        value={to}
        onChange={({ target }) => setTo(target.value)}
        error={isUpsideDown ? 'The last day is before the first one.' : undefined}
      />
      {from && to && !isUpsideDown && <Download from={from} to={to} of={`${from} to ${to}`} />}
    </section>
  )
}

export { BooksPage as Component }
