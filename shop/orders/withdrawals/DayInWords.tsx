import { longDay } from '~/platform/dates.ts'

/** A day that is the same wherever one reads it: it ends when it has ended everywhere. */
export const DayInWords = ({ day }: { day: string }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {longDay(new Date(day))}
  </time>
)
