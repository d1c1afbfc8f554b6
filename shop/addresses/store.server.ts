import { sql } from 'kysely'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import { Unauthenticated } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { lockIdentity } from '~/shop/identity/store.server.ts'
import type { SavedAddress } from './contract.ts'
import { refuse } from './contract.ts'
import { countryCodeOf } from './place.ts'
import type { Address } from './rules.ts'
import { isSameAddress, mostAddresses } from './rules.ts'

/** As it is stored, with the code of its country: also of one that was stored before there were codes. */
export function readAddress(stored: string): Address {
  const address = JSON.parse(stored) as Address
  const countryCode = countryCodeOf(address.country) ?? address.countryCode
  return { ...address, ...(countryCode && { countryCode }) }
}

export async function addressesOf(db: Db | Tx, customerId: string): Promise<SavedAddress[]> {
  const rows = await exportAddresses(db, customerId)
  return rows.map(({ id, address }) => ({ _id: id, ...readAddress(address) }))
}

const lastUsed = sql<string>`coalesce(used_at, created_at)`

/** Where the next purchase goes unless its customer says otherwise: to be a part of the statement that places it. */
export const selectDefaultAddress = (db: Db | Tx, customerId: string) =>
  db
    .selectFrom('addresses')
    .select('address')
    .where('customer_id', '=', customerId)
    .orderBy(lastUsed, 'desc')
    .orderBy('id', 'desc')
    .limit(1)

export async function defaultAddress(db: Db | Tx, customerId: string) {
  const saved = await selectDefaultAddress(db, customerId).executeTakeFirst()
  return saved && readAddress(saved.address)
}

/** The one that is there already is not added twice, but used again. The customer is locked, so that the limit holds. */
export const addAddress = (database: Database, customerId: string, address: Address) =>
  database.change([], async (tx) => {
    if (!(await lockIdentity(database, tx, customerId))) throw new Unauthenticated()
    const known = await addressesOf(tx, customerId)
    const same = known.find((saved) => isSameAddress(saved, address))
    const now = new Date().toISOString()
    if (same) {
      await tx.updateTable('addresses').set({ used_at: now }).where('id', '=', same._id).execute()
      return same._id
    }
    if (known.length >= mostAddresses) throw refuse('too_many_addresses')
    const id = newId()
    await tx
      .insertInto('addresses')
      .values({
        id,
        customer_id: customerId,
        address: JSON.stringify(address),
        created_at: now,
        used_at: now,
      })
      .execute()
    return id
  })

/** False when this customer has no such address. */
export async function changeAddress(db: Db, customerId: string, id: string, address: Address) {
  const { numUpdatedRows } = await db
    .updateTable('addresses')
    .set({ address: JSON.stringify(address), used_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deleteAddress(db: Db, customerId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export const deleteAddresses = (tx: Tx, customerId: string) =>
  tx.deleteFrom('addresses').where('customer_id', '=', customerId).execute()

/** The one that was used last comes first. */
export const exportAddresses = (db: Db | Tx, customerId: string) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy(lastUsed, 'desc')
    .orderBy('id', 'desc')
    .execute()
