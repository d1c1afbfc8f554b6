import type { TestResponse } from './http.ts'

type Headers = TestResponse['headers']

/** The score of a response's headers by the rules of Mozilla's HTTP Observatory; A+ begins at 100. */
export function headerScore(headers: Headers) {
  const policy = policyOf(headers['content-security-policy'] ?? '')
  const hstsSeconds = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  const points: Record<string, number> = {
    policy: pointsForPolicy(policy),
    framing: policy.get('frame-ancestors')?.join() === "'none'" ? 5 : headers['x-frame-options'] ? 0 : -20,
    transport: hstsSeconds >= 15_768_000 ? 0 : -20,
    sniffing: headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    referrer: /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      headers['referrer-policy'] ?? '',
    )
      ? 5
      : 0,
    resources: /^same-(origin|site)$/.test(headers['cross-origin-resource-policy'] ?? '') ? 10 : 0,
    sharing: headers['access-control-allow-origin'] === '*' ? -50 : 0,
    cookies: pointsForCookies(headers['set-cookie']),
  }
  return { points, total: 100 + Object.values(points).reduce((sum, each) => sum + each, 0) }
}

export const policyOf = (text: string) =>
  new Map(
    text.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources]
    }),
  )

function pointsForPolicy(policy: Map<string, string[]>) {
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  if (!scripts) return -25
  const unsafe = (sources: string[] | undefined) =>
    sources?.some((source) => /^('unsafe-(inline|eval)'|data:|https?:|\*)$/.test(source))
  if (unsafe(scripts) || unsafe(policy.get('object-src') ?? policy.get('default-src'))) return -20
  if (unsafe(policy.get('style-src'))) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

function pointsForCookies(cookies: string | string[] | undefined) {
  if (!cookies) return 0
  const all = [cookies].flat()
  if (all.some((cookie) => !/; *secure/i.test(cookie))) return -20
  if (all.some((cookie) => !/; *httponly/i.test(cookie))) return -30
  return all.every((cookie) => /; *samesite=(lax|strict)/i.test(cookie)) ? 5 : 0
}
