import { describe, expect, test } from 'vitest'
import { allowedOrigins } from '~/app/wiring/allowed-origins.server.ts'
import { securityHeaders } from '~/platform/http/security-headers.server.ts'
import type { BadSettings } from '~/platform/settings.server.ts'
import { readConfig } from '~/shop/config.server.ts'

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}
const live = {
  ...testKeys,
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
}
const noDemo = { DEMO: 'off' }
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://carparts.example' }

function problemsOf(env: Record<string, string>) {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as BadSettings).problems
  }
}

describe('a shop starts', () => {
  test('with all three keys of one mode, in production or not', () => {
    expect(readConfig({ ...testKeys, ...noDemo }).paymentKeys?.live).toBe(false)
    expect(readConfig({ ...live, ...production }).paymentKeys?.live).toBe(true)
    expect(
      readConfig({ ...live, ...noDemo, STRIPE_SECRET_KEY: 'rk_live_1234567890' }).paymentKeys?.live,
    ).toBe(true)
  })

  test('without keys, as its own provider', () => {
    expect(readConfig({}).paymentKeys).toBeUndefined()
    expect(readConfig({ ...production, DEMO: 'on' }).paymentKeys).toBeUndefined()
    expect(readConfig({ DEMO: 'off', STAND_INS: 'on' })).toMatchObject({ demo: false, standIns: true })
  })
})

describe('a shop refuses to start', () => {
  test.each([
    ['without keys in production', production, 'STRIPE_SECRET_KEY'],
    ['without keys in production when the demo is off', { ...production, DEMO: 'off' }, 'STRIPE_SECRET_KEY'],
    ['with the secret key missing', { ...testKeys, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
    [
      'with the publishable key missing',
      { ...testKeys, STRIPE_PUBLISHABLE_KEY: '' },
      'STRIPE_PUBLISHABLE_KEY',
    ],
    ['with the webhook secret missing', { ...testKeys, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    [
      'with one key in a demo',
      { STRIPE_SECRET_KEY: 'sk_test_1234567890', DEMO: 'on' },
      'STRIPE_WEBHOOK_SECRET',
    ],
    ['with modes mixed', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['with keys swapped', { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_1234567890' }, 'STRIPE_SECRET_KEY'],
    [
      'with a secret for a publishable key',
      { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'sk_test_1234567890' },
      'PUBLISHABLE',
    ],
    [
      'with a malformed webhook secret',
      { ...testKeys, STRIPE_WEBHOOK_SECRET: 'secret' },
      'STRIPE_WEBHOOK_SECRET',
    ],
  ])('%s, and names the setting', (_, env, named) => {
    expect(problemsOf(env as Record<string, string>).join()).toContain(named)
  })
})

describe('a demo and its stand-ins never meet real money', () => {
  const everywhere = [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, production]

  test.each(everywhere)('a demo beside payment keys refuses to start: %o', (where) => {
    for (const keys of [testKeys, live])
      expect(problemsOf({ ...where, ...keys, DEMO: 'on' }).join()).toMatch(/^DEMO: must be off/)
    expect(problemsOf({ ...where, ...live, DEMO: 'off' })).toEqual([])
  })

  test('payment keys alone do not make a demo start', () => {
    expect(problemsOf(live).join()).toMatch(/^DEMO: must be off/)
    expect(problemsOf({ ...live, NODE_ENV: 'test' }).join()).toMatch(/^DEMO: must be off/)
  })

  test.each(everywhere)('without a demo, nothing is played unless it is plainly asked for: %o', (where) => {
    expect(problemsOf({ ...where, ...noDemo }).join()).toMatch(/^STRIPE_SECRET_KEY: is needed/)
    expect(readConfig({ ...where, ...testKeys, ...noDemo }).standIns).toBe(false)
  })

  test('stand-ins are refused beside live keys, and in production without a demo', () => {
    expect(problemsOf({ ...live, ...noDemo, STAND_INS: 'on' }).join()).toMatch(/^STAND_INS: /)
    expect(problemsOf({ ...production, ...testKeys, STAND_INS: 'on' }).join()).toMatch(/^STAND_INS: /)
    expect(problemsOf({ ...production, STAND_INS: 'on' }).join()).toMatch(/^STAND_INS: /)
    expect(problemsOf({ STAND_INS: 'off' }).join()).toMatch(/^STAND_INS: /)
    expect(readConfig({ ...testKeys, ...noDemo, STAND_INS: 'on' }).standIns).toBe(true)
  })
})

describe('what a page may load', () => {
  const policyOf = (env: Record<string, string>) =>
    securityHeaders({ scripts: [], styles: [] }, allowedOrigins(readConfig(env)))['content-security-policy']!

  test('is only our own while there are no keys', () => {
    expect(policyOf({})).not.toContain('stripe')
    expect(policyOf({})).toContain("script-src 'self';")
    expect(policyOf({})).toContain("trusted-types 'none'")
  })

  test("includes the provider's own origins with keys, and nothing else more", () => {
    const policy = policyOf({ ...testKeys, ...noDemo })
    expect(policy).toContain("script-src 'self' https://js.stripe.com;")
    expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
  })
})
