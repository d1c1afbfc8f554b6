import { shortDay } from '~/platform/dates.ts'
import { formatCount } from '~/platform/figures.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import type { Day } from './contract.ts'
import { DayBars } from './DayBars.tsx'

export function DayCharts({ days }: { days: Day[] }) {
  return (
    <section aria-labelledby="days" className="panel grid grid-cols-1 gap-6 p-5 shadow-none sm:p-6">
      <h2 id="days" className="text-[18px]">
        The last {days.length} days
      </h2>
      <div className="grid grid-cols-1 gap-8 md:grid-cols-2">
        <DayBars
          name="Orders"
          total={formatCount(sum(days.map(({ orders }) => orders)))}
          days={days.map(({ day, orders }) => ({ day, value: orders }))}
          tone="text-ink"
          tick={formatCount}
          format={(value) => `${formatCount(value)} ${value === 1 ? 'order' : 'orders'}`}
        />
        <DayBars
          name="Revenue"
          total={formatDollars(sum(days.map(({ revenue }) => revenue)))}
          days={days.map(({ day, revenue }) => ({ day, value: revenue }))}
          tone="text-vivid"
          tick={(value) => `$${formatCount(value)}`}
          format={formatDollars}
        />
      </div>
      <AsTable days={days} />
    </section>
  )
}

const AsTable = ({ days }: { days: Day[] }) => (
  <details className="text-sm">
    <summary className="w-fit cursor-pointer py-2 font-medium text-muted hover:text-ink">
      Show the days as a table
    </summary>
    <table className="mt-2 w-full max-w-md text-left tabular-nums">
      <caption className="sr-only">Orders and revenue by day</caption>
      <thead className="text-[13px] text-muted">
        <tr>
          <th scope="col" className="py-1 pr-4 font-semibold">
            Day
          </th>
          <th scope="col" className="py-1 pr-4 text-right font-semibold">
            Orders
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, orders, revenue }) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-4 font-normal">
              {shortDay(new Date(day))}
            </th>
            <td className="py-1.5 pr-4 text-right">{formatCount(orders)}</td>
            <td className="py-1.5 text-right">{formatDollars(revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

/** In cents, so that many small amounts add up to the right one. */
const sum = (amounts: number[]) => toDollars(amounts.reduce((total, amount) => total + toCents(amount), 0))
