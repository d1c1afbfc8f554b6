import type { ParcelRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'

/** A parcel with its pieces by order. */
export type PackedParcel = ParcelRow & { pieces: Map<string, number> }

/** Of each purchase in their order. */
export async function parcelsOf(db: Db | Tx, purchaseIds: string[]): Promise<PackedParcel[]> {
  if (purchaseIds.length === 0) return []
  const parcels = await db
    .selectFrom('parcels')
    .selectAll()
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('nth')
    .execute()
  const lines = await db
    .selectFrom('parcel_lines')
    .innerJoin('parcels', 'parcels.id', 'parcel_id')
    .select(['parcel_id', 'order_id', 'quantity'])
    .where('purchase_id', 'in', purchaseIds)
    .execute()
  return parcels.map((parcel) => ({
    ...parcel,
    pieces: new Map(
      lines
        .filter(({ parcel_id }) => parcel_id === parcel.id)
        .map(({ order_id, quantity }) => [order_id, quantity]),
    ),
  }))
}

export async function storeLines(tx: Tx, { id, pieces }: Pick<PackedParcel, 'id' | 'pieces'>) {
  await tx.deleteFrom('parcel_lines').where('parcel_id', '=', id).execute()
  const lines = [...pieces]
    .filter(([, quantity]) => quantity > 0)
    .map(([order_id, quantity]) => ({ parcel_id: id, order_id, quantity }))
  if (lines.length > 0) await tx.insertInto('parcel_lines').values(lines).execute()
}

export async function removeParcel(tx: Tx, { id }: Pick<ParcelRow, 'id'>) {
  await tx.deleteFrom('parcel_lines').where('parcel_id', '=', id).execute()
  await tx.deleteFrom('parcels').where('id', '=', id).execute()
}

export const exportParcels = (db: Db, customerId: string) =>
  db
    .selectFrom('parcels')
    .selectAll()
    .where(
      'purchase_id',
      'in',
      db.selectFrom('orders').select('purchase_id').where('customer_id', '=', customerId),
    )
    .orderBy('created_at')
    .orderBy('nth')
    .execute()
