import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { addressesIn } from '~/platform/db/postgres-connection.server.ts'
import { toCents } from '~/platform/money.ts'
import {
  amountUpTo,
  BadSettings,
  email,
  hostName,
  missingOfGroups,
  misspeltSettings,
  numberBetween,
  oneOf,
  onOff,
  originList,
  percentage,
  rangeUpTo,
  readSettings,
  webAddress,
  wholeNumberBetween,
} from '~/platform/settings.server.ts'
import { mostReturnDays } from './business/fields.ts'
import { readPaymentKeys } from './payments/payment-keys.ts'

const mostWorkers = 32
/** More take no more orders, because the database has its own limit, and ten connections each soon are too many for it. */
const mostChosenWorkers = 8

const postgresAddress = z.url({ protocol: /^postgres(ql)?$/ })

const Settings = z.object({
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
  PORT: wholeNumberBetween(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine((given) => addressesIn(given).every((address) => postgresAddress.safeParse(address).success), {
      error: 'must be like postgres://user:password@host/database, several hosts with commas between them',
    })
    .optional(),
  WORKERS: z
    .union([z.literal('auto'), wholeNumberBetween(1, mostWorkers)], {
      error: `must be auto or a whole number from 1 to ${mostWorkers}`,
    })
    .default(1),
  SPINNERS: onOff.default('on'),
  DEMO: onOff.optional(),
  STAND_INS: onOff.optional(),
  LOG_LEVEL: oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  METRICS_TOKEN: z.string().min(20, 'must have at least 20 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be like smtps://user:password@host' }).optional(),
  MAIL_FROM: email.default('shop@carparts.example'),
  SHOP_EMAIL: email.default('workshop@carparts.example'),
  NEWSLETTER_CONFIRM: onOff.optional(),
  NEWSLETTER_PER_MINUTE: wholeNumberBetween(1, 100_000).default(120),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: webAddress.optional(),
  MOST_SMS_PER_DAY: wholeNumberBetween(0, 1_000_000).default(500),
  MAP_EMBED_URL: webAddress.optional(),
  IMAGE_HOST_URL: webAddress.optional(),
  SITE_ORIGINS: originList.optional(),
  TRUST_PROXY: onOff.default('off'),
  UNPAID_ORDER_HOURS: numberBetween(0, 8760).default(24),
  MOST_UNPAID_ORDERS: wholeNumberBetween(0, 10_000).default(20),
  MOST_ORDERS_PER_MINUTE: wholeNumberBetween(0, 10_000).default(30),
  MOST_UNPAID_PIECES: wholeNumberBetween(0, 1_000_000).default(500),
  MOST_UNPAID_TOTAL: amountUpTo(100_000_000).default(20_000),
  DELIVERY_FEE: amountUpTo(1000).default(0),
  DELIVERY_DAYS: rangeUpTo(365).default({ least: 2, most: 4 }),
  RETURN_DAYS: wholeNumberBetween(0, mostReturnDays).optional(),
  TAX_RATE: percentage.default(0),
  SELLER_NAME: z.string().max(100, 'must be at most 100 characters').optional(),
  SELLER_ADDRESS: z.string().max(300, 'must be at most 300 characters').optional(),
  SELLER_TAX_ID: z.string().max(40, 'must be at most 40 characters').optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  IDENTITY_ISSUER: z.string().optional(),
  IDENTITY_AUDIENCE: z.string().optional(),
  IDENTITY_JWKS_URL: webAddress.optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: hostName.optional(),
  FIREBASE_EMULATOR_URL: webAddress.optional(),
})

type Settings = z.infer<typeof Settings>

/** Half of such a group is a mistake that would only show when somebody signs in. */
const groups: (keyof Settings)[][] = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['IDENTITY_ISSUER', 'IDENTITY_AUDIENCE', 'IDENTITY_JWKS_URL'],
]

export type Config = ReturnType<typeof readConfig>

/** Reads and checks every setting once. */
export function readConfig(env: Record<string, string | undefined>) {
  const settings = readSettings(Settings, env)
  const payment = readPaymentKeys(settings)
  const isProduction = settings.NODE_ENV === 'production'
  const demo = settings.DEMO ? settings.DEMO === 'on' : !isProduction
  const standIns = settings.STAND_INS ? settings.STAND_INS === 'on' : demo
  const problems = [
    ...halfGiven(settings),
    ...payment.problems,
    ...standInProblems({ isProduction, demo, standIns, payment, asked: settings.STAND_INS }),
  ]
  if (settings.FIREBASE_EMULATOR_URL && isProduction)
    problems.push('FIREBASE_EMULATOR_URL: is for trying things out, never for production')
  if (isProduction && !demo && !settings.PUBLIC_URL)
    problems.push(
      'PUBLIC_URL: is needed in production, the address that customers type: it stands in every mail',
    )
  if (problems.length > 0) throw new BadSettings(problems)
  return Object.freeze({
    production: isProduction,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    /** Without a public address the shop answers at every name of this machine. */
    hasPublicUrl: settings.PUBLIC_URL !== undefined,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    ...workersOf(settings),
    /** Named at the start; the values may be secrets and are not. */
    misspelt: misspeltSettings(Object.keys(Settings.shape), env),
    spinners: settings.SPINNERS === 'on',
    demo,
    /** Whether providers that are not configured are played by the shop itself: payments, Google, mail. */
    standIns,
    logLevel: settings.LOG_LEVEL,
    /** Whoever shows it may read the figures at /metrics; without it there are none. */
    metricsToken: settings.METRICS_TOKEN,
    smtpUrl: settings.SMTP_URL,
    /** Without it mails wait in the database. */
    sendsMail: settings.SMTP_URL !== undefined || standIns,
    mailFrom: settings.MAIL_FROM,
    shopEmail: settings.SHOP_EMAIL,
    newsletter: {
      /** Whether a subscription counts only when its link was followed. */
      confirm: settings.NEWSLETTER_CONFIRM ? settings.NEWSLETTER_CONFIRM === 'on' : !demo,
      /** Of all servers together. */
      perMinute: settings.NEWSLETTER_PER_MINUTE,
    },
    /** Sends the codes of the second factor by SMS. */
    smsGateway: settings.TWILIO_ACCOUNT_SID
      ? {
          accountSid: settings.TWILIO_ACCOUNT_SID,
          authToken: settings.TWILIO_AUTH_TOKEN!,
          from: settings.TWILIO_FROM!,
          apiUrl: (settings.TWILIO_API_URL ?? 'https://api.twilio.com').replace(/\/+$/, ''),
        }
      : undefined,
    /** 0 is no limit. */
    mostSmsPerDay: settings.MOST_SMS_PER_DAY,
    mapEmbedUrl: settings.MAP_EMBED_URL,
    imageHostUrl: settings.IMAGE_HOST_URL,
    /** Whose pages may call the API beside our own. */
    siteOrigins: settings.SITE_ORIGINS ?? [],
    /** Without keys the shop is its own provider and takes test cards only. */
    paymentKeys: payment.keys,
    trustProxy: settings.TRUST_PROXY === 'on',
    /** 0 keeps them for ever. */
    unpaidOrderHours: settings.UNPAID_ORDER_HOURS,
    /** Of one customer at a time; 0 is no limit. */
    mostUnpaidOrders: settings.MOST_UNPAID_ORDERS,
    /** Of one customer, cancelling included; 0 is no limit. */
    mostOrdersPerMinute: settings.MOST_ORDERS_PER_MINUTE,
    /** What unpaid orders of one customer may keep from others; 0 is no limit. */
    mostUnpaidPieces: settings.MOST_UNPAID_PIECES,
    mostUnpaidCents: toCents(settings.MOST_UNPAID_TOTAL),
    /** Of a purchase of up to $100. */
    deliveryFeeCents: toCents(settings.DELIVERY_FEE),
    /** Working days from the order to the door. */
    deliveryDays: settings.DELIVERY_DAYS,
    /** Included in every price, in thousandths of a percent; 0 where no tax is shown. */
    taxRate: settings.TAX_RATE,
    /** What the shop says of itself until its owner changes it; undefined where the setting was not given. */
    firstValues: {
      SELLER_NAME: settings.SELLER_NAME?.trim(),
      SELLER_ADDRESS: settings.SELLER_ADDRESS?.split(/[,\n]/)
        .map((line) => line.trim())
        .filter(Boolean)
        .join('\n'),
      SELLER_TAX_ID: settings.SELLER_TAX_ID?.trim(),
      SHOP_EMAIL: settings.SHOP_EMAIL,
      MAP_EMBED_URL: settings.MAP_EMBED_URL,
      RETURN_DAYS: settings.RETURN_DAYS?.toString(),
    },
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

/** How many servers of this machine there are, and how many there would be on PostgreSQL. */
function workersOf({ WORKERS, DATABASE_URL }: Settings) {
  const asked = WORKERS === 'auto' ? Math.min(mostChosenWorkers, availableParallelism()) : WORKERS
  return { workersAsked: asked, workers: DATABASE_URL ? asked : 1 }
}

function halfGiven(settings: Settings) {
  const missing = missingOfGroups(settings, groups)
  if (settings.FIREBASE_API_KEY && !settings.IDENTITY_ISSUER)
    missing.push('IDENTITY_ISSUER: is needed beside FIREBASE_API_KEY')
  for (const name of ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_EMULATOR_URL'] as const)
    if (settings[name] && !settings.FIREBASE_API_KEY)
      missing.push(`FIREBASE_API_KEY: is needed beside ${name}`)
  if (settings.TWILIO_API_URL && !settings.TWILIO_ACCOUNT_SID)
    missing.push('TWILIO_ACCOUNT_SID: is needed beside TWILIO_API_URL')
  return missing
}

type Played = {
  isProduction: boolean
  demo: boolean
  standIns: boolean
  payment: ReturnType<typeof readPaymentKeys>
  asked: 'on' | 'off' | undefined
}

/** Demo accounts have known passwords and stand-ins believe everybody: neither ever meets real money. */
function standInProblems({ isProduction, demo, standIns, payment, asked }: Played) {
  if (demo && !payment.isEmpty)
    return [
      'DEMO: must be off beside the keys of Stripe, because everybody knows the passwords of the demo; set DEMO=off',
    ]
  if (demo && !standIns) return ['STAND_INS: cannot be off while DEMO is on: a demo has no other providers']
  if (standIns && payment.keys?.live) return ['STAND_INS: must be off beside live keys of Stripe']
  if (asked === 'on' && isProduction && !demo)
    return ['STAND_INS: is for trying things out; in production only a demo has them, with DEMO=on']
  if (payment.isEmpty && isProduction && !demo)
    return ['STRIPE_SECRET_KEY: is needed in production; DEMO=on opens a shop that takes no money']
  if (payment.isEmpty && !standIns)
    return [
      'STRIPE_SECRET_KEY: is needed without a demo; STAND_INS=on opens a shop that takes test cards only',
    ]
  return []
}
