import type { Kysely } from 'kysely'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { Due, Payable } from '~/shop/payments/payable.ts'
import { currentRefund } from '~/shop/payments/refunds/refund-store.server.ts'

type DuesTable = {
  dues: {
    reference: string
    owner_id: string
    amount_cents: number
    state: Due['state']
    transaction_id: string | null
    refunds: number
    refund_state: string | null
    refund_reason: string | null
  }
}
const withDues = (tx: Tx | Database['db']) => tx as unknown as Kysely<DuesTable>

/** The smallest `Payable`: a table of amounts that are owed. */
export async function openDues({ db: shopDb, locking }: Database) {
  const db = withDues(shopDb)
  await db.schema
    .createTable('dues')
    .ifNotExists()
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('amount_cents', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.unique())
    .addColumn('refunds', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refund_state', 'text')
    .addColumn('refund_reason', 'text')
    .execute()

  const payable: Payable = {
    async lock(tx, reference) {
      const row = await locking(
        withDues(tx).selectFrom('dues').selectAll().where('reference', '=', reference),
      ).executeTakeFirst()
      return row && { reference, ownerId: row.owner_id, amountCents: row.amount_cents, state: row.state }
    },
    async markPaid(tx, reference, { transactionId: transaction_id }) {
      const { numUpdatedRows } = await withDues(tx)
        .updateTable('dues')
        .set({ state: 'paid', transaction_id })
        .where('reference', '=', reference)
        .where('state', '=', 'unpaid')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async onRefundChanged(tx, reference, { refunds, succeeded, bounced }) {
      const current = currentRefund(refunds)
      await withDues(tx)
        .updateTable('dues')
        .set((e) => ({
          refunds: e('refunds', '+', succeeded.length - bounced.length),
          refund_state: current?.state ?? null,
          refund_reason: current?.provider_reason ?? null,
        }))
        .where('reference', '=', reference)
        .execute()
    },
    onRefundReplaced: async () => {},
    onDisputeChanged: async () => {},
    async findUnpaid(tx, ownerId, amountCents) {
      const rows = await withDues(tx)
        .selectFrom('dues')
        .select(['reference', 'amount_cents'])
        .where('owner_id', '=', ownerId)
        .where('amount_cents', '=', amountCents)
        .where('state', '=', 'unpaid')
        .execute()
      return rows.map((row) => ({ reference: row.reference, amountCents: row.amount_cents }))
    },
  }
  return {
    payable,
    all: () => db.selectFrom('dues').selectAll().execute(),
    async add(ownerId: string, amountCents = 1999) {
      const reference = newId()
      const row = { reference, owner_id: ownerId, amount_cents: amountCents, state: 'unpaid' as const }
      await db
        .insertInto('dues')
        .values({ ...row, transaction_id: null, refunds: 0, refund_state: null, refund_reason: null })
        .execute()
      return reference
    },
    get: (reference: string) =>
      db.selectFrom('dues').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
    /** Only if unpaid, as in the shop. */
    async cancel(reference: string) {
      const { numUpdatedRows } = await db
        .updateTable('dues')
        .set({ state: 'cancelled' })
        .where('reference', '=', reference)
        .where('state', '=', 'unpaid')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
