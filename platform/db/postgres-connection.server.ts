import type pg from 'pg'

const statementTimeoutMs = 15_000

/** Statements that set the limits of one session. A pooler like PgBouncer refuses them where a session is asked for. */
export const sessionLimits = [
  `set statement_timeout = ${statementTimeoutMs}`,
  // For a shop server that died in the middle of a transaction without closing its connection.
  'set idle_in_transaction_session_timeout = 30000',
].join('; ')

/** As long as it takes: for waiting until another server has migrated, and for migrating. */
export const noStatementLimit = 'set statement_timeout = 0'

type Session = Pick<pg.Client, 'query'>

/** A server that has gone silent must not hold the connection for ever. */
const longestMs = 5000
const ask = (session: Session, text: string) =>
  session.query<Record<string, string>>({ text, query_timeout: longestMs } as pg.QueryConfig)

export const limitSession = async (session: Session) => void (await ask(session, sessionLimits))

/** A standby, or a server that was told to take no changes: the shop needs the other one. */
export async function requireWritable(session: Session) {
  const { rows } = await ask(session, 'show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyDatabase()
}

class ReadOnlyDatabase extends Error {
  readonly code = '25006'
  constructor() {
    super('The database is read-only.')
  }
}

/** Resolves when what was sent is heard; that it was sent at all may take as long as it likes. */
export async function requireHearing(send: () => Promise<unknown>, heard: Promise<void>) {
  await send()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new PoolerInTransactionMode()), longestMs)
  })
  await Promise.race([heard, tooLate]).finally(() => clearTimeout(timer))
}

/**
 * Such a pooler gives each transaction another session. Notices, locks and plans by name get lost there without a word, so
 * the shop listens at its start to a notice of its own.
 */
class PoolerInTransactionMode extends Error {
  readonly code = 'POOLER_IN_TRANSACTION_MODE'
  constructor() {
    super('Notices of the database do not arrive.')
  }
}

/** One address for each host of an address that names several, as libpq has it: postgres://user@first,second:5433/shop */
export function addressesIn(databaseUrl: string) {
  const [, before = '', hosts = '', after = ''] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** Of several hosts one at a time is used, until it fails or turns out to be a standby. */
export function chooseHost(databaseUrl: string) {
  const addresses = addressesIn(databaseUrl)
  let chosen = 0
  return {
    count: addresses.length,
    address: () => addresses[chosen]!,
    /** Unless another connection has left it already. */
    leave(address: string) {
      if (address === addresses[chosen]) chosen = (chosen + 1) % addresses.length
    },
  }
}
