import { shortDay } from '~/platform/dates.ts'

type Props = { days: { day: string; value: number }[]; tone: string; said: (value: number) => string }

const bar = { width: 8, gap: 2, height: 60 }

/** One bar for each day. For the eye alone: the same numbers stand in a table beside it. */
export function DayBars({ days, tone, said }: Props) {
  const most = Math.max(...days.map(({ value }) => value), 1)
  const width = days.length * (bar.width + bar.gap) - bar.gap
  return (
    <svg
      viewBox={`0 0 ${width} ${bar.height}`}
      preserveAspectRatio="none"
      className={`h-28 w-full ${tone}`}
      aria-hidden="true"
    >
      {days.map(({ day, value }, n) => {
        // A day without anything still has its place on the line.
        const height = Math.max((value / most) * bar.height, 0.75)
        return (
          <rect
            key={day}
            x={n * (bar.width + bar.gap)}
            y={bar.height - height}
            width={bar.width}
            height={height}
            className={value === 0 ? 'fill-line' : 'fill-current'}
          >
            <title>{`${shortDay(new Date(day))}: ${said(value)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
