import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** Lines of JSON. Nothing personal is ever handed to it: routes are logged by pattern, people not at all. */
export const createLog = (level: string) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['*.email', '*.token'] })
