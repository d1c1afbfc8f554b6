import { day, minute } from '~/platform/time.ts'

type Props = { at: string; toTheMinute?: boolean }

/** A day for the eye; the minute for whoever points at it, and for programs. */
export const DateTime = ({ at, toTheMinute = false }: Props) => (
  <time dateTime={at} title={minute(new Date(at))} className="whitespace-nowrap">
    {(toTheMinute ? minute : day)(new Date(at))}
  </time>
)
