import { localDay, localMinute } from '~/platform/dates.ts'

type Props = { at: string; toTheMinute?: boolean }

/** A day for the eye; the minute on hover, and for programs. */
export const DateTime = ({ at, toTheMinute = false }: Props) => (
  <time dateTime={at} title={localMinute(new Date(at))} className="whitespace-nowrap">
    {(toTheMinute ? localMinute : localDay)(new Date(at))}
  </time>
)
