import type { Config } from '~/shop/config.server.ts'
import { demoAccounts } from '~/shop/identity/demo-accounts.server.ts'
import { hasMailbox } from '~/shop/mailbox/api.server.ts'

type Opened = {
  port: number
  lockedAccounts: readonly string[]
  /** Whether receipts name somebody who exists. */
  hasSeller: boolean
}

/** The one block that a person sees after `npm start`: where the shop is, what is real in it, and what will not work. */
export function welcome(config: Config, { port, lockedAccounts, hasSeller }: Opened) {
  const here = config.host === '127.0.0.1' ? `http://localhost:${port}` : `http://${config.host}:${port}`
  const address = config.hasPublicUrl ? config.publicUrl : here
  const outbox = `files in ${config.dataDir}/outbox`
  const lines = [
    'Car Parts is open',
    '',
    `  Shop       ${address}`,
    ...(config.hasPublicUrl ? [`  Listens    ${here}`] : []),
    `  API        ${address}/api/docs`,
    `  Data       ${config.databaseUrl ? 'PostgreSQL, by DATABASE_URL' : `SQLite in ${config.dataDir}`}`,
    ...workers(config),
    `  Mail       ${config.smtpUrl ? 'by SMTP' : config.standIns ? `stand-in: ${outbox}` : 'MISSING: no mail is sent'}`,
    ...(hasMailbox(config) ? [`  Mailbox    ${address}/mailbox, on this machine alone`] : []),
    `  Payments   ${payments(config)}`,
    `  SMS        ${config.smsGateway ? 'by Twilio' : config.standIns ? `stand-in: ${outbox}` : 'off: authenticator apps are the second factor'}`,
    `  Google     ${google(config)}`,
    `  Map        ${config.mapEmbedUrl ? 'by MAP_EMBED_URL' : 'stand-in: the drawn map'}`,
    ...(config.demo ? demoAccounts.map(({ email, password }) => `  Log in     ${email} / ${password}`) : []),
    ...warnings(config, { lockedAccounts, hasSeller }).flatMap((warning) => [
      '',
      ...warning.map((line) => `  ! ${line}`),
    ]),
  ]
  return `\n${lines.join('\n')}\n`
}

function workers({ workers: count, workersAsked }: Config) {
  if (count > 1) return [`  Workers    ${count} behind one port; SIGHUP restarts them one after the other`]
  if (workersAsked === 1) return []
  return [
    `  Workers    1: SQLite in DATA_DIR belongs to one process; ${workersAsked} need PostgreSQL, by DATABASE_URL`,
  ]
}

function payments({ paymentKeys }: Config) {
  if (!paymentKeys) return 'stand-in: test cards only, no money moves'
  return paymentKeys.live ? 'Stripe, live mode' : 'Stripe, test mode: no money moves'
}

function google(config: Config) {
  if (config.firebase) return 'by Firebase'
  if (config.google) return 'by GOOGLE_CLIENT_ID'
  return config.standIns ? 'stand-in with invented people' : 'off: GOOGLE_CLIENT_ID is not set'
}

function warnings(config: Config, { lockedAccounts, hasSeller }: Omit<Opened, 'port'>) {
  const { sendsMail, misspelt, paymentKeys, publicUrl } = config
  const found: string[][] = misspelt.map(({ given, meant }) => [
    `${given} is no setting of this shop, and changes nothing. ${meant} is one: is that what you mean?`,
  ])
  if (paymentKeys?.live && !publicUrl.startsWith('https://'))
    found.push([
      'PUBLIC_URL begins with http:// beside live keys of Stripe: passwords and addresses would travel unprotected,',
      'and no live card can be entered there. Give the shop a certificate, and an address with https://',
    ])
  if (paymentKeys?.live && !hasSeller)
    found.push([
      'This shop takes real money, and its receipts name the seller of the demo, who does not exist.',
      'Log in as an admin and say who sells: Dashboard, Shop settings, Seller.',
    ])
  if (!sendsMail)
    found.push([
      'SMTP_URL is not set: no mail leaves this shop. Nobody can register or reset a password,',
      'and receipts, notices and messages of the contact form wait in the database until it is set.',
    ])
  if (lockedAccounts.length > 0)
    found.push([
      `This was a demo: ${lockedAccounts.join(' and ')} still`,
      'have the passwords that everybody knows, and are locked. Remove them and the rest of the',
      'demo with: npm run remove-demo',
    ])
  return found
}
