import { refuseRequest } from '~/platform/refusal.ts'
import type { App } from '../app.server.ts'

/**
 * NUL is an error to PostgreSQL and the end of the text to SQLite, and half a character becomes another one in both.
 * An endpoint may have refused them in its own words; what it would have let through is refused here, for all alike.
 */
export function requireWholeText(body: unknown) {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body))
    if (!isWhole(field) || !isWholeThroughout(value)) throw refuseRequest('unstorable_text', { field })
}

const isWhole = (text: string) => text.isWellFormed() && !text.includes('\0')

/** With a list instead of the call stack: bodies may be nested deeper than that is. */
function isWholeThroughout(value: unknown) {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && !isWhole(next)) return false
    if (typeof next === 'object' && next !== null)
      for (const [name, inner] of Object.entries(next)) left.push(name, inner)
  }
  return true
}

/** Lets the routes of one scope read forms as browsers send them; all others take JSON alone. */
export const takeForms = (scope: Pick<App, 'addContentTypeParser'>) =>
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
