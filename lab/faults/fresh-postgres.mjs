import { howToGetPostgres, startPostgres } from '../../scripts/postgres.mjs'

/** One that waits for the disk, as in earnest. */
export async function freshPostgres() {
  const postgres = await startPostgres({ durable: true })
  if (!postgres) throw new Error(`There is no PostgreSQL here. ${howToGetPostgres}`)
  return postgres
}
