const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A day for the eye; the minute for whoever points at it, and for programs. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment.format(new Date(at))} className="whitespace-nowrap">
    {day.format(new Date(at))}
  </time>
)
