const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

type Props = { at: string; toTheMinute?: boolean }

/** A day for the eye; the minute for whoever points at it, and for programs. */
export const When = ({ at, toTheMinute = false }: Props) => (
  <time dateTime={at} title={moment.format(new Date(at))} className="whitespace-nowrap">
    {(toTheMinute ? moment : day).format(new Date(at))}
  </time>
)
