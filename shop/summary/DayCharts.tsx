import { useState } from 'react'
import { shortDay } from '~/platform/dates.ts'
import { formatCount } from '~/platform/figures.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import type { Day } from './contract.ts'
import { axisTop } from './rules.ts'

export function DayCharts({ days, depositsHeld }: { days: Day[]; depositsHeld: number }) {
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
      {depositsHeld > 0 && (
        <p className="text-sm text-muted">
          Deposits held for old parts: {formatDollars(depositsHeld)}. They are no revenue.
        </p>
      )}
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

type Props = {
  name: string
  total: string
  days: { day: string; value: number }[]
  tone: string
  /** Formats a value for the axis, and for the figure of a day. */
  tick: (value: number) => string
  format: (value: number) => string
}

const bar = { width: 8, gap: 2, height: 60 }
const labelledDays = [0, 10, 20]

/**
 * One bar per day between two axes. Shows the figure of the day under the pointer, or selected with the arrow keys: an
 * invisible slider over the bars handles both, and announces the figure to screen readers.
 */
function DayBars({ name, total, days, tone, tick, format }: Props) {
  const last = days.length - 1
  const [selected, setSelected] = useState(last)
  const [hovered, setHovered] = useState<number>()
  const shown = hovered ?? selected
  const figure = `${shortDay(new Date(days[shown]!.day))}: ${format(days[shown]!.value)}`
  const top = axisTop(Math.max(0, ...days.map(({ value }) => value)))
  return (
    <figure className="grid grid-cols-1 gap-3">
      <figcaption className="flex flex-wrap items-end justify-between gap-x-4">
        <span>
          <span className="block text-[13px] text-muted">{name}</span>
          <span className="font-display text-[28px] leading-tight font-bold tabular-nums">{total}</span>
        </span>
        <span className="text-sm font-medium tabular-nums" aria-hidden="true">
          {figure}
        </span>
      </figcaption>
      <div className="chart">
        <div className="chart-scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{tick(value)}</span>
          ))}
        </div>
        <div className="chart-bars">
          <Bars values={days.map(({ value }) => value)} top={top} shown={shown} tone={tone} />
          <input
            type="range"
            aria-label={`${name} by day`}
            aria-valuetext={figure}
            min={0}
            max={last}
            value={selected}
            onChange={(event) => setSelected(Number(event.target.value))}
            onPointerMove={({ clientX, currentTarget }) => {
              const { left, width } = currentTarget.getBoundingClientRect()
              const n = Math.floor(((clientX - left) / width) * days.length)
              setHovered(Math.min(Math.max(n, 0), last))
            }}
            onPointerLeave={() => setHovered(undefined)}
          />
        </div>
        <p className="chart-days" aria-hidden="true">
          {labelledDays.map((n) => (
            <span key={n}>{shortDay(new Date(days[n]!.day))}</span>
          ))}
          <span>Today</span>
        </p>
      </div>
    </figure>
  )
}

type BarsProps = { values: number[]; top: number; shown: number; tone: string }

function Bars({ values, top, shown, tone }: BarsProps) {
  const width = values.length * (bar.width + bar.gap) - bar.gap
  return (
    <svg
      viewBox={`0 0 ${width} ${bar.height}`}
      preserveAspectRatio="none"
      className={`size-full overflow-visible ${tone}`}
      aria-hidden="true"
    >
      {[0, bar.height / 2, bar.height].map((y) => (
        <line key={y} x1={0} x2={width} y1={y} y2={y} className="chart-line" />
      ))}
      {values.map((value, n) => {
        // More may have gone back than came in: the figure says so.
        const height = (Math.max(value, 0) / top) * bar.height
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name than its place
            key={n}
            x={n * (bar.width + bar.gap)}
            y={bar.height - height}
            width={bar.width}
            height={height}
            className={n === shown ? 'fill-current' : 'fill-current opacity-60'}
          />
        )
      })}
    </svg>
  )
}
