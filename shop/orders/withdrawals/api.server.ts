import type { Counters } from '~/platform/db/counters.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { withdrawalRoutes } from '~/shop/account-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { returnsOfPurchase } from '../deliver/returns-store.server.ts'
import { ordersOfPurchase, purchaseFor } from '../purchases.server.ts'
import { orderNumber } from '../rules.ts'
import { refuseWithdrawal, withdrawalContract } from './contract.ts'
import { confirmStatement, statementRow, stateWithdrawal } from './statements.server.ts'
import type { Withdrawing } from './withdraw.server.ts'
import { withdraw, withdrawablePieces } from './withdraw.server.ts'
import { listWithdrawals, withdrawablePurchases, withdrawalRow } from './withdrawals-store.server.ts'

export function withdrawalsApi(ctx: Withdrawing & { counters: Counters }) {
  const { database } = ctx
  return endpoints(withdrawalRoutes, withdrawalContract, {
    withdraw: {
      access: 'owner',
      summary:
        'Withdraws from pieces of a purchase while that is a right: the return is accepted at once and confirmed by mail with its date and time',
      async handler({ params, body, caller }) {
        const purchase = await purchaseFor(database.db, params.id, caller)
        if (purchase.customer_id !== caller.userId) throw refuseWithdrawal('not_yours')
        const declared = await withdraw(ctx, {
          ...body,
          purchaseId: purchase.id,
          customerId: caller.userId,
          email: caller.email,
          declaredAt: new Date().toISOString(),
          by: caller,
        })
        return { insertedId: declared.id, declaredAt: declared.declared_at }
      },
    },
    listWithdrawable: {
      access: 'signed-in',
      summary: 'The own purchases from which one may withdraw, newest first',
      handler: ({ caller }) => withdrawablePurchases(database.db, caller.userId, ctx.withdrawal()),
    },
    stateWithdrawal: {
      access: 'everyone',
      perMinute: 5,
      summary:
        'A statement without a log-in: always answered the same; a purchase of the address gets a mail to confirm it',
      handler: async ({ body }) => ({ declaredAt: await stateWithdrawal(ctx, body) }),
    },
    getStatement: {
      access: 'everyone',
      perMinute: 30,
      summary: 'What the mailed link of a statement is about',
      async handler({ params }) {
        const row = await statementRow(database.db, params.id)
        const left = withdrawablePieces(
          await ordersOfPurchase(database.db, row.purchase_id),
          await returnsOfPurchase(database.db, row.purchase_id),
        )
        return {
          number: orderNumber(row.purchase_id),
          declaredAt: row.declared_at,
          state: row.state,
          pieces:
            row.state === 'stated'
              ? left.map(({ order: { id, product_name, size }, left: quantity }) => ({
                  orderId: id,
                  productName: product_name,
                  size,
                  quantity,
                }))
              : JSON.parse(row.lines),
        }
      },
    },
    confirmStatement: {
      access: 'everyone',
      perMinute: 30,
      summary: 'Withdraws by the mailed link of a statement; what counts is when it was stated',
      async handler({ params }) {
        const declared = await confirmStatement(ctx, await statementRow(database.db, params.id))
        return { declaredAt: declared.declared_at }
      },
    },
    listWithdrawals: {
      access: 'money',
      summary: 'Withdrawals by what is to be done, oldest first; a page of them with ?page= and ?limit=',
      handler: ({ query }) => listWithdrawals(database.db, query),
    },
    acceptStatement: {
      access: 'money',
      summary: 'Takes a statement without a log-in as confirmed',
      async handler({ params, caller }) {
        const row = await withdrawalRow(database.db, params.id)
        if (!row) throw refuseWithdrawal('unknown_withdrawal')
        if (!row.purchase_id) throw refuseWithdrawal('statement_without_purchase')
        const { isNew } = await confirmStatement(ctx, await statementRow(database.db, row.id), {
          by: caller,
          note: (tx) => record(tx, caller, { what: 'withdrawal accepted', subject: row.purchase_id! }),
        })
        if (!isNew) throw refuseWithdrawal('statement_done')
        return { modifiedCount: 1 as const }
      },
    },
    closeStatement: {
      access: 'money',
      summary: 'Puts a statement aside that was made without a log-in and came to nothing',
      async handler({ params, caller }) {
        await database.change([], async (tx) => {
          const row = await tx
            .updateTable('withdrawals')
            .set({ state: 'closed' })
            .where('id', '=', params.id)
            .where('state', '=', 'stated')
            .returning('id')
            .executeTakeFirst()
          if (!row)
            throw refuseWithdrawal(
              (await withdrawalRow(tx, params.id)) ? 'statement_done' : 'unknown_withdrawal',
            )
          await record(tx, caller, { what: 'statement put aside', subject: row.id })
        })
        return { modifiedCount: 1 as const }
      },
    },
  })
}
