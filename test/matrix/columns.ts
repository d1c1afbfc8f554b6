import type { GuardedRoute } from '~/platform/http/policy.server.ts'
import type { Example, ExampleRequest } from './examples.ts'

export type Column =
  | 'wrong types'
  | 'wrong path'
  | 'no body'
  | 'an empty body'
  | 'malformed JSON'
  | 'a poisoned prototype'
  | 'another type of body'
  | 'a huge body'
  | 'NUL in the path'
  | 'half a character in the path'
  | 'NUL in the body'
  | 'half a character in the body'
  | 'SQL in the path'
  | 'SQL in the query'
  | 'SQL in the body'
  | 'repeated'

/** How one valid request is made bad, and which status follows from the policy of its route. */
type BadRequest = { column: Column; expects: 'ok' | number; asked: ExampleRequest & { announced?: number } }

const sqlText = `'); drop table orders; --`
const usualBytes = 64 * 1024

export function badRequests(
  { method, policy }: GuardedRoute,
  example: Example,
  asked: ExampleRequest,
): BadRequest[] {
  const cells: BadRequest[] = []
  const add = (column: Column, expects: BadRequest['expects'], change: Partial<BadRequest['asked']>) =>
    cells.push({
      column,
      expects: example.expected?.[column] ?? expects,
      asked: { ...asked, ...change },
    })
  const [name] = Object.keys(asked.params ?? {})
  const inPath = (value: string) => ({ params: { [name!]: value } })
  const json = (body: string) => ({
    body,
    headers: { ...asked.headers, 'content-type': 'application/json' },
  })

  if (name && name !== '*') {
    const unknown = name === 'email' ? (policy.access === 'self' ? 403 : 422) : 404
    add('wrong path', unknown, inPath('nobody'))
    add('SQL in the path', unknown, inPath(encodeURIComponent(sqlText)))
    add('half a character in the path', 400, inPath('%ed%a0%80'))
  }
  add('NUL in the path', 400, name ? inPath('a%00b') : { query: '?a=%00' })
  if (method === 'GET') {
    add('SQL in the query', 'ok', {
      query: `${asked.query ?? '?'}&page=NaN&limit=-1&q=${encodeURIComponent(sqlText)}`,
    })
    add('malformed JSON', 'ok', json('{'))
    return cells
  }

  const most = policy.mostBytes ?? usualBytes
  add('a huge body', 413, { ...(policy.takes === 'form' ? {} : json('{"a":')), announced: most + 1 })
  if (policy.takes === 'form') {
    add('another type of body', 415, { body: 'a=1', headers: { 'content-type': 'text/plain' } })
    return cells
  }
  if (policy.takes === 'signed-json') {
    // What was changed on its way has another signature than it came with.
    add('malformed JSON', 400, json('{'))
    return cells
  }
  add('malformed JSON', 400, json('{"a":'))
  add('a poisoned prototype', 400, json('{"__proto__":{"admin":true}}'))
  add('another type of body', 415, { body: 'a=1', headers: { 'content-type': 'text/plain' } })
  const valid = (isObject(asked.body) ? asked.body : {}) as Record<string, unknown>
  // A field that an endpoint does not know is never read.
  const hasText = policy.takes !== 'json' || Object.values(valid).some((value) => typeof value === 'string')
  const broken = hasText ? 422 : 'ok'
  add('NUL in the body', broken, json(JSON.stringify({ ...valid, ...tainted(valid, '\u0000') })))
  add('half a character in the body', broken, json(JSON.stringify({ ...valid, ...tainted(valid, '\ud800') })))
  // The same as none.
  add('an empty body', policy.takes === 'nothing' ? 'ok' : 422, json(''))
  if (policy.takes === 'nothing') return cells

  const wrong = Object.fromEntries(Object.entries(valid).map(([field, value]) => [field, wrongType(value)]))
  add('wrong types', 422, json(JSON.stringify(policy.takes === 'json-or-file' ? { url: 7 } : wrong)))
  const isTyped = (field: string) => example.texts?.includes(field)
  const withSql = Object.fromEntries(
    Object.entries(valid).map(([field, value]) => [
      field,
      typeof value === 'string' && (!example.texts || isTyped(field)) ? sqlText : value,
    ]),
  )
  if (JSON.stringify(withSql) !== JSON.stringify(valid))
    add('SQL in the body', example.texts ? 'ok' : 422, { body: withSql })
  return cells
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Buffer.isBuffer(body)

/** The first text of a body with something at its end; or a new text, where there is none. */
function tainted(body: Record<string, unknown>, end: string) {
  const [field, text] = Object.entries(body).find(([, value]) => typeof value === 'string') ?? ['note', 'a']
  return { [field]: text + end }
}

function wrongType(value: unknown) {
  if (typeof value === 'number') return 'seven'
  if (typeof value === 'boolean') return 'yes'
  return typeof value === 'string' ? { nested: true } : 7
}
