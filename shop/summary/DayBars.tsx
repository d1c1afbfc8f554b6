import { useState } from 'react'
import { shortDay } from '~/platform/dates.ts'
import { axisTop } from './rules.ts'

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
export function DayBars({ name, total, days, tone, tick, format }: Props) {
  const last = days.length - 1
  const [selected, setSelected] = useState(last)
  const [hovered, setHovered] = useState<number>()
  const shown = hovered ?? selected
  const figure = `${shortDay(new Date(days[shown]!.day))}: ${format(days[shown]!.value)}`
  const top = axisTop(Math.max(...days.map(({ value }) => value)))
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
        const height = (value / top) * bar.height
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
