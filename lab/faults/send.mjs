import { Agent, request } from 'node:http'

/**
 * One request, bounded in time. A broken connection gives status 0: the request may have been processed or not.
 * @param {string} url @param {string} path
 * @param {{ method?: string, body?: unknown, authorization?: string, agent?: Agent, headers?: Record<string, string>, timeoutMs?: number }} [sent]
 * @returns {Promise<{ status: number, text: string, headers: import('node:http').IncomingHttpHeaders, ms: number }>}
 */
export function send(url, path, sent = {}) {
  const { method = 'GET', body, authorization, agent, timeoutMs = 60_000 } = sent
  const headers = {
    ...(body !== undefined && {
      'content-type':
        body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json',
    }),
    ...(authorization && { authorization }),
    ...sent.headers,
  }
  const startedAt = performance.now()
  return new Promise((done) => {
    const broken = () => done({ status: 0, text: '', headers: {}, ms: performance.now() - startedAt })
    const call = request(`${url}${path}`, { method, headers, ...(agent && { agent }) }, (answer) => {
      /** @type {Buffer[]} */
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', broken)
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          headers: answer.headers,
          ms: performance.now() - startedAt,
        }),
      )
    })
    call.setTimeout(timeoutMs, () => call.destroy())
    call.on('error', broken)
    call.end(
      body === undefined ? undefined : body instanceof URLSearchParams ? String(body) : JSON.stringify(body),
    )
  })
}

export const keepAliveAgent = () => new Agent({ keepAlive: true })

/** @param {number[]} numbers @param {number} share */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
