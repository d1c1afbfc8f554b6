import type { DestinationStream } from 'pino'
import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** Lines of JSON. Nothing personal is ever handed to it: routes are logged by pattern, people not at all. */
export const createLog = (level: string, destination: DestinationStream = pino.destination(1)) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.email', '*.token'],
      serializers: { err: plain },
    },
    destination,
  )

/** PostgreSQL's errors quote the row they are about, so the parts that are safe are named here. */
const plain = ({ name, message, code, stack }: Error & { code?: string }) => ({
  type: name,
  message,
  code,
  stack,
})
