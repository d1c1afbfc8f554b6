import { Refusal } from '~/platform/refusal.ts'

const problem = 'Holds characters that cannot be kept'

/**
 * NUL is an error to PostgreSQL and the end of the text to SQLite, and half a character becomes another one in both.
 * A door may have refused them in words of its own; what it would have let through is refused here, for all alike.
 */
export function requireWholeText(body: unknown) {
  if (typeof body !== 'object' || body === null) return
  for (const [field, value] of Object.entries(body))
    if (!isWhole(field) || !isWholeThroughout(value))
      throw new Refusal(422, 'invalid', problem, { [field]: problem })
}

const isWhole = (text: string) => text.isWellFormed() && !text.includes('\0')

/** With a list of its own instead of the call stack: bodies may be nested deeper than that is. */
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
