import { howToGetPostgres, startPostgres } from '../../scripts/postgres.mjs'

/** With durable commits, as in production. */
export async function freshPostgres() {
  const postgres = await startPostgres({ durable: true })
  if (!postgres) throw new Error(`There is no PostgreSQL here. ${howToGetPostgres}`)
  return postgres
}
