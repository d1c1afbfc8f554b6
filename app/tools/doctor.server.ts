import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { appliedMigrations, migrationsAfter } from '~/database/migrate.server.ts'
import { missingFrom } from '~/database/schema.server.ts'
import type { Db } from '~/platform/db/database.server.ts'
import { openBeside } from '~/platform/db/database.server.ts'
import { openProblem } from '~/platform/db/open-problem.server.ts'
import { probeWriting } from '~/platform/db/write-probe.server.ts'
import { countOf, formatCount } from '~/platform/figures.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { checkMailServer } from '~/platform/mail/deliver.server.ts'
import { queuedMails } from '~/platform/mail/mail.server.ts'
import { countUndelivered } from '~/platform/mail/undelivered.server.ts'
import { BadSettings } from '~/platform/settings.server.ts'
import { days, hours, seconds } from '~/platform/time.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { countAdmins } from '~/shop/identity/users.server.ts'
import { waitingRefunds } from '~/shop/orders/refunds/api.server.ts'
import { createProvider } from '~/shop/payments/provider.server.ts'

/** What it says of one thing: it is fine, somebody should look at it, or the shop cannot work so. */
type Finding = { about: string; state: 'ok' | 'look' | 'wrong'; found: string; todo?: string }

const gibibytes = (count: number) => count * 1024 ** 3
const oldBackupMs = days(2)

const ok = (about: string, found: string): Finding => ({ about, state: 'ok', found })
const look = (about: string, found: string, todo: string): Finding => ({ about, state: 'look', found, todo })
const wrong = (about: string, found: string, todo: string): Finding => ({
  about,
  state: 'wrong',
  found,
  todo,
})

/**
 * `npm run doctor`, also while the shop is open: what the shop needs, whether it is there, and what to do where it is not.
 * Ends with 1 when something is wrong. It changes nothing but the row that is there to be written.
 */
process.umask(0o077)
const findings = await examine()
console.log(findings.map(lineOf).join('\n'))
const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
console.log(`\n${formatCount(count('ok'))} fine, ${count('look')} to look at, ${count('wrong')} wrong`)
process.exitCode = count('wrong') > 0 ? 1 : 0

async function examine(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    return error.problems.map((problem) => wrong('Settings', problem, 'README.md explains every setting.'))
  }
  return [
    ...ofSettings(config),
    ...ofFolder(config),
    ...(await ofDatabase(config)),
    await ofServer(config),
    await ofMail(config),
    await ofProvider(config),
  ]
}

function ofSettings({ misspelt, demo, production, publicUrl }: Config): Finding[] {
  const found = misspelt.map(({ given, meant }) =>
    look('Settings', `${given} is no setting`, `Perhaps ${meant} was meant.`),
  )
  if (production && !demo && publicUrl.startsWith('http://'))
    found.push(look('Settings', `PUBLIC_URL is ${publicUrl}`, 'Customers need https: see “Going live”.'))
  if (found.length > 0) return found
  return [ok('Settings', demo ? 'all can be read; this is a demo' : 'all can be read')]
}

function ofFolder({ dataDir, demo }: Config): Finding[] {
  if (!existsSync(dataDir))
    return [look('Data', `${dataDir} is not there`, 'npm start makes it; or set DATA_DIR.')]
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const found = `${(free / gibibytes(1)).toFixed(1)} GiB are free at ${dataDir}`
  const todo = 'Make room: a shop on a full disk takes no orders.'
  const disk =
    free < gibibytes(0.2)
      ? wrong('Disk', found, todo)
      : free < gibibytes(2)
        ? look('Disk', found, todo)
        : ok('Disk', found)
  return demo ? [disk] : [disk, ofBackups(join(dataDir, 'backups'))]
}

function ofBackups(folder: string): Finding {
  const made = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.backup.gz'))
        .map((name) => statSync(join(folder, name)).mtimeMs)
    : []
  const how =
    'npm run backup -- --verify makes and tries one; deploy/car-parts-backup.timer does every night.'
  if (made.length === 0) return look('Backups', `there is none in ${folder}`, how)
  const ageMs = Date.now() - Math.max(...made)
  const found = `the newest of ${made.length} is ${Math.round(ageMs / hours(1))} hours old`
  return ageMs > oldBackupMs ? look('Backups', found, how) : ok('Backups', found)
}

async function ofDatabase(config: Config): Promise<Finding[]> {
  const engine = config.databaseUrl ? 'postgres' : 'sqlite'
  let db: Db | undefined
  try {
    workAsOwnerOf(config.dataDir)
    db = openBeside(config, createLog('silent'))
    const startedAt = performance.now()
    await sql`select 1`.execute(db)
    const answer = ok(
      'Database',
      `${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'} answers in ${Math.ceil(performance.now() - startedAt)} ms`,
    )
    return [answer, await ofTables(db, engine), ...(await ofWork(db, engine))]
  } catch (error) {
    const problem = openProblem(error, { ...config, dataDir: resolve(config.dataDir) })
    return [
      wrong('Database', problem instanceof Error ? problem.message : String(problem), 'Then ask again.'),
    ]
  } finally {
    await db?.destroy()
  }
}

async function ofTables(db: Db, engine: 'sqlite' | 'postgres'): Promise<Finding> {
  const waiting = migrationsAfter(await appliedMigrations(db))
  if (waiting.length > 0)
    return look('Tables', `${countOf(waiting.length, 'migration')} wait`, 'The next start applies them.')
  const missing = await missingFrom(db, engine)
  return missing.length > 0
    ? wrong('Tables', `${missing.slice(0, 3).join(', ')} is missing`, 'Restore a backup: npm run restore.')
    : ok('Tables', 'all are there')
}

async function ofWork(db: Db, engine: 'sqlite' | 'postgres'): Promise<Finding[]> {
  const written = await probeWriting({ db, engine }).then(
    () => ok('Writing', 'changes are taken'),
    (error: Error) => wrong('Writing', error.message, 'No order can be placed until this is mended.'),
  )
  const [admins, refunds, undelivered, queued] = [
    await countAdmins(db),
    await waitingRefunds(db, 0),
    await countUndelivered(db),
    await queuedMails(db),
  ]
  const late = queued.filter(({ since }) => Date.now() - Date.parse(since) > hours(1))
  return [
    written,
    admins > 0
      ? ok('Admins', `there ${admins === 1 ? 'is one' : `are ${admins}`}`)
      : look('Admins', 'there is none', 'Register in the shop, then: npm run admin -- EMAIL'),
    refunds.count > 0
      ? look('Refunds', `${refunds.count} failed`, 'See All Orders: try again, or settle them otherwise.')
      : ok('Refunds', 'none has failed'),
    undelivered > 0
      ? look('Mails', `${undelivered} could not be delivered`, 'See Undelivered Mails on the dashboard.')
      : late.length > 0
        ? look('Mails', 'some wait for more than an hour', 'See the mail server below, and the log.')
        : ok('Mails', 'none is late'),
  ]
}

/** As whoever stands before it asks; the shop need not be open. */
async function ofServer({ host, port }: Config): Promise<Finding> {
  const local = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}/readyz`
  try {
    const { ok: isReady, status } = await fetch(address, { signal: AbortSignal.timeout(seconds(5)) })
    return isReady
      ? ok('Server', `${address} says that it is ready`)
      : wrong('Server', `${address} answers ${status}`, 'The log says why the shop is not ready.')
  } catch {
    return look('Server', `nothing answers at ${address}`, 'npm start opens the shop.')
  }
}

async function ofMail({ smtpUrl, standIns }: Config): Promise<Finding> {
  if (!smtpUrl)
    return standIns
      ? ok('Mail server', 'none: mails are files in the outbox')
      : look('Mail server', 'none is set: nobody can register or reset a password', 'Set SMTP_URL.')
  try {
    await checkMailServer(smtpUrl)
    return ok('Mail server', 'takes our name and password')
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const said = [code, responseCode].filter(Boolean).join(' ') || 'no answer'
    return wrong('Mail server', `does not take us: ${said}`, 'See SMTP_URL: host, port, user and password.')
  }
}

async function ofProvider({ paymentKeys }: Config): Promise<Finding> {
  if (!paymentKeys) return ok('Payments', 'a stand-in: test cards only')
  const kind = paymentKeys.live ? 'live' : 'test'
  try {
    await createProvider({ keys: paymentKeys, log: createLog('silent') }).checkKeys()
    return ok('Payments', `the ${kind} keys are taken`)
  } catch (error) {
    return wrong(
      'Payments',
      `the ${kind} keys could not be tried: ${(error as Error).message}`,
      'See STRIPE_SECRET_KEY, and whether this machine reaches the provider.',
    )
  }
}

function lineOf({ about, state, found, todo }: Finding) {
  const mark = { ok: 'ok   ', look: 'LOOK ', wrong: 'WRONG' }[state]
  const line = `${mark}  ${about.padEnd(11)}  ${found}`
  return todo ? `${line}\n${' '.repeat(20)}${todo}` : line
}
