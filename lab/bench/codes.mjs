import { median, withSpread } from './figures.mjs'
import { loadOn, speedOf } from './load.mjs'
import { admin, fetchJson, signIn } from './sign-in.mjs'
import { inTurn } from './versions.mjs'

const dollars = 1
/** As many as a code can have: a run does not use them up. */
const mostUses = 1_000_000
const codes = { 'with a code': {}, 'with a code that has a limit': { mostUses } }

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: { total: number, code?: string } }} Checkout */

/**
 * The same checkouts without a code, with one that everybody may use and with one that has so many uses: round by round, so
 * that the ratio to those without holds on a busy machine as well.
 * @param {{ url: string, version: string }} shop @param {Checkout[]} checkouts dearer than what a code takes off
 * @param {{ buyers: number, rounds: number, seconds: number }} how
 */
export async function withCodes({ url, version }, checkouts, { buyers, rounds, seconds }) {
  const { authorization } = await signIn(url, admin)
  const kinds = [{ what: 'without a code', requests: checkouts }]
  for (const [what, limit] of Object.entries(codes)) {
    const code = `BENCH-${kinds.length}`
    const promise = { code, kind: 'amount', value: dollars, minimum: dollars + 1, ...limit }
    await fetchJson(url, 'POST', '/api/manage/discounts', promise, authorization)
    kinds.push({ what, requests: checkouts.map((checkout) => usedIn(checkout, code)) })
  }
  for (const { requests } of kinds) await loadOn(url, 1, requests, buyers)
  const seen = await inTurn(kinds, rounds, ({ requests }) => loadOn(url, seconds, requests, buyers))
  return kinds.map(({ what }, n) => {
    const loads = seen[n] ?? []
    const ratios = loads.map(
      ({ perSecond }, round) => perSecond / (seen[0]?.[round]?.perSecond ?? Number.NaN),
    )
    const p99 = median(loads.map((load) => load.p99)).toFixed(1)
    return [`checkouts ${what}`, version, speedOf(loads), '', p99, n === 0 ? '' : withSpread(ratios)]
  })
}

/** @param {Checkout} checkout @param {string} code @returns {Checkout} */
const usedIn = (checkout, code) => {
  const total = Math.round(checkout.body.total * 100 - dollars * 100) / 100
  return { ...checkout, body: { ...checkout.body, total, code } }
}
