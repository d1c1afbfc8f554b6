import type { Config } from '~/platform/config.server.ts'
import { demoAccounts } from '~/shop/identity/demo-accounts.server.ts'

/** The one block that a person sees after `npm start`. */
export function welcome(config: Config, port: number) {
  const address = config.host === '127.0.0.1' ? `http://localhost:${port}` : `http://${config.host}:${port}`
  const { paymentKeys } = config
  const lines = [
    'Car Parts is open',
    '',
    `  Shop       ${address}`,
    `  API        ${address}/api/docs`,
    `  Data       ${config.databaseUrl ? 'PostgreSQL, by DATABASE_URL' : `SQLite in ${config.dataDir}`}`,
    `  Mail       ${config.smtpUrl ? 'by SMTP' : `stand-in: files in ${config.dataDir}/outbox`}`,
    `  Payments   ${paymentKeys ? `Stripe, ${paymentKeys.live ? 'live' : 'test'} mode` : 'stand-in: test cards only'}`,
    `  SMS        stand-in: files in ${config.dataDir}/outbox`,
    `  Google     ${config.firebase ? 'by Firebase' : config.google ? 'by GOOGLE_CLIENT_ID' : config.demo ? 'stand-in with invented people' : 'off'}`,
    `  Map        ${config.mapEmbedUrl ? 'by MAP_EMBED_URL' : 'stand-in: the drawn map'}`,
    ...(config.demo ? demoAccounts.map(({ email, password }) => `  Log in     ${email} / ${password}`) : []),
  ]
  return `\n${lines.join('\n')}\n`
}
