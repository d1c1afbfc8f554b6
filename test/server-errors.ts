import { createLog } from '~/platform/log.server.ts'

type Logged = { err?: { type: string; message: string; stack?: string }; route?: string; msg: string }
type Result = { state?: string; errors?: { message: string }[] }

const mostShown = 5
const logged: string[] = []

/** The log of the shops of this test file: their errors are kept until the test has ended. */
export const testLog = () =>
  createLog('error', {
    write(line: string) {
      const { err, route, msg }: Logged = JSON.parse(line)
      if (err) logged.push(`${[route, msg].filter(Boolean).join(' ')}: ${err.stack ?? err.message}`)
    },
  })

export const forgetErrors = () => void logged.splice(0)

/** A test that meets a 500 shows why: what the shops logged meanwhile becomes part of its failure. */
export function explain(result: Result | undefined) {
  const [first] = result?.state === 'fail' ? (result.errors ?? []) : []
  if (!first || logged.length === 0) return
  const shown = logged.slice(-mostShown).map(withoutPackages)
  first.message += `\n\nThe shop logged ${logged.length === 1 ? 'an error' : `${logged.length} errors`} meanwhile:\n${shown.join('\n')}`
  forgetErrors()
}

const withoutPackages = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|node:)/.test(line))
    .join('\n')
