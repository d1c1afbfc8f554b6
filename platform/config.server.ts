import { resolve } from 'node:path'
import { z } from 'zod'
import { readPaymentKeys } from './payment-keys.ts'

const onOff = z.enum(['on', 'off'])
const webAddress = z.url({ protocol: /^https?$/ })

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SPINNERS: onOff.default('on'),
  DEMO: onOff.optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default('shop@carparts.example'),
  SHOP_EMAIL: z.email().default('workshop@carparts.example'),
  MAP_EMBED_URL: webAddress.optional(),
  IMAGE_HOST_URL: webAddress.optional(),
  TRUST_PROXY: onOff.default('off'),
  UNPAID_ORDER_HOURS: z.coerce.number().min(0).max(8760).default(24),
  MOST_UNPAID_ORDERS: z.coerce.number().int().min(0).max(10_000).default(20),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  IDENTITY_ISSUER: z.string().optional(),
  IDENTITY_AUDIENCE: z.string().optional(),
  IDENTITY_JWKS_URL: webAddress.optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.hostname().optional(),
  FIREBASE_EMULATOR_URL: webAddress.optional(),
})

/** Half of such a group is a mistake that would only show when somebody signs in. */
const together: [keyof z.infer<typeof Settings>, ...(keyof z.infer<typeof Settings>)[]][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['IDENTITY_ISSUER', 'IDENTITY_AUDIENCE', 'IDENTITY_JWKS_URL'],
]

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting once; a bad start names each setting that is wrong, not only the first. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(given)
  if (!read.success) throw new BadSettings(read.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`))
  const settings = read.data
  const missing = together.flatMap((group) => {
    const absent = group.filter((name) => settings[name] === undefined)
    return absent.length === group.length ? [] : absent.map((name) => `${name}: needed beside ${group}`)
  })
  if (settings.FIREBASE_API_KEY && !settings.IDENTITY_ISSUER)
    missing.push('IDENTITY_ISSUER: needed beside FIREBASE_API_KEY')
  for (const name of ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_EMULATOR_URL'] as const)
    if (settings[name] && !settings.FIREBASE_API_KEY) missing.push(`FIREBASE_API_KEY: needed beside ${name}`)
  if (settings.FIREBASE_EMULATOR_URL && settings.NODE_ENV === 'production')
    missing.push('FIREBASE_EMULATOR_URL: is for trying things out, never for production')
  const payment = readPaymentKeys(settings)
  missing.push(...payment.problems)
  if (settings.NODE_ENV === 'production' && settings.DEMO !== 'on' && payment.isEmpty)
    missing.push('STRIPE_SECRET_KEY: is needed in production; DEMO=on opens a shop that takes no money')
  if (missing.length > 0) throw new BadSettings(missing)
  const demo = settings.DEMO ? settings.DEMO === 'on' : settings.NODE_ENV !== 'production'
  return Object.freeze({
    production: settings.NODE_ENV === 'production',
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    /** Without a public address the shop answers at every name of this machine. */
    hasPublicUrl: settings.PUBLIC_URL !== undefined,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    spinners: settings.SPINNERS === 'on',
    demo,
    logLevel: settings.LOG_LEVEL,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    shopEmail: settings.SHOP_EMAIL,
    mapEmbedUrl: settings.MAP_EMBED_URL,
    imageHostUrl: settings.IMAGE_HOST_URL,
    /** Without keys the shop is its own provider and takes test cards only. */
    paymentKeys: payment.keys,
    trustProxy: settings.TRUST_PROXY === 'on',
    /** 0 keeps them for ever. */
    unpaidOrderHours: settings.UNPAID_ORDER_HOURS,
    /** Of one customer at a time; 0 is no limit. */
    mostUnpaidOrders: settings.MOST_UNPAID_ORDERS,
    google: settings.GOOGLE_CLIENT_ID
      ? { clientId: settings.GOOGLE_CLIENT_ID, clientSecret: settings.GOOGLE_CLIENT_SECRET! }
      : undefined,
    /** Another identity provider whose tokens are believed as well. */
    externalIdentity: settings.IDENTITY_ISSUER
      ? {
          issuer: settings.IDENTITY_ISSUER,
          audience: settings.IDENTITY_AUDIENCE!,
          jwksUrl: settings.IDENTITY_JWKS_URL!,
        }
      : undefined,
    /** People log in at Firebase, in the browser; the external identity above proves them to the shop. */
    firebase: settings.FIREBASE_API_KEY
      ? {
          apiKey: settings.FIREBASE_API_KEY,
          // Firebase's tokens are for the project, and its pages have the project's name.
          projectId: settings.IDENTITY_AUDIENCE!,
          authDomain: settings.FIREBASE_AUTH_DOMAIN ?? `${settings.IDENTITY_AUDIENCE}.firebaseapp.com`,
          emulatorUrl: settings.FIREBASE_EMULATOR_URL,
        }
      : undefined,
  })
}

export class BadSettings extends Error {
  constructor(readonly problems: string[]) {
    super(`The shop cannot start with these settings:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  }
}
