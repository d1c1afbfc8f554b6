type PaymentKeys = { secretKey: string; publishableKey: string; webhookSecret: string; live: boolean }

type Given = {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_PUBLISHABLE_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}

/** All three of one mode, or none: half a set of keys would take money and lose it. */
export function readPaymentKeys(given: Given): { keys?: PaymentKeys; isEmpty?: true; problems: string[] } {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = names.filter((name) => !given[name])
  if (missing.length === names.length) return { isEmpty: true, problems: [] }
  if (missing.length > 0)
    return { problems: missing.map((name) => `${name}: is missing while the other keys of Stripe are given`) }
  const secretKey = given.STRIPE_SECRET_KEY!
  const publishableKey = given.STRIPE_PUBLISHABLE_KEY!
  const webhookSecret = given.STRIPE_WEBHOOK_SECRET!
  const problems: string[] = []
  const secretMode = /^[sr]k_(test|live)_\w{8,}$/.exec(secretKey)?.[1]
  const publishableMode = /^pk_(test|live)_\w{8,}$/.exec(publishableKey)?.[1]
  if (!secretMode) problems.push('STRIPE_SECRET_KEY: must look like sk_test_… or sk_live_…')
  if (!publishableMode) problems.push('STRIPE_PUBLISHABLE_KEY: must look like pk_test_… or pk_live_…')
  if (!/^whsec_[\w+/=]{8,}$/.test(webhookSecret))
    problems.push('STRIPE_WEBHOOK_SECRET: must look like whsec_…')
  if (secretMode && publishableMode && secretMode !== publishableMode)
    problems.push(
      `STRIPE_PUBLISHABLE_KEY: is of ${publishableMode} mode, but STRIPE_SECRET_KEY is of ${secretMode} mode`,
    )
  if (problems.length > 0) return { problems }
  return { keys: { secretKey, publishableKey, webhookSecret, live: secretMode === 'live' }, problems }
}
