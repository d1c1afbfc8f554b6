import { sql } from 'kysely'
import type { WebhookDeliveryRow, WebhookRow } from '~/database/tables.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller, Implementations } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { requireFetchable } from '~/platform/http/outgoing/fetch-public.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import { webhooksRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { lockAdmins } from '~/shop/identity/users.server.ts'
import type { ChangeWebhook, NewWebhook, Webhook, WebhookDelivery, WebhooksContract } from './contract.ts'
import { refuse, webhooksContract } from './contract.ts'
import type { WebhookEvent } from './rules.ts'
import { mostWebhooks } from './rules.ts'
import type { WebhookSecrets } from './signature.server.ts'
import { addTest, countDeliveries, replay } from './store.server.ts'
import type { WebhookWorker } from './worker.server.ts'

type Dependencies = {
  database: Database
  webhookSecrets: WebhookSecrets
  webhookWorker: WebhookWorker
  reach?: Reach | undefined
}

/** Who decides where the shop sends what happens is a person: a program could lead it elsewhere. */
export const webhooksApi = (dependencies: Dependencies) =>
  endpoints(webhooksRoutes, webhooksContract, {
    ...webhookEndpoints(dependencies),
    ...deliveryEndpoints(dependencies),
  })

function webhookEndpoints({
  database,
  webhookSecrets,
  webhookWorker,
  reach,
}: Dependencies): Omit<Implementations<WebhooksContract>, 'listDeliveries' | 'replayDelivery'> {
  return {
    listWebhooks: {
      access: 'settings',
      programs: 'never',
      summary: 'Where other programs are told what happens, with how much waits and was given up',
      handler: () => listWebhooks(database.db),
    },
    addWebhook: {
      access: 'settings',
      programs: 'never',
      summary: 'Adds a webhook; its secret is answered this once',
      async handler({ body, caller }) {
        requireAddress(body.address, reach)
        const webhook = await addWebhook(database, caller, body)
        return { insertedId: webhook.id, secret: webhookSecrets.secretOf(webhook) }
      },
    },
    changeWebhook: {
      access: 'settings',
      programs: 'never',
      summary: 'Changes the address or the events of a webhook, pauses it or switches it on again',
      async handler({ params, body, caller }) {
        if (body.address !== undefined) requireAddress(body.address, reach)
        return { modifiedCount: await changeWebhook(database, caller, params.id, body) }
      },
    },
    deleteWebhook: {
      access: 'settings',
      programs: 'never',
      summary: 'Deletes a webhook with what it was still to be told',
      handler: async ({ params, caller }) => ({
        deletedCount: await deleteWebhook(database, caller, params.id),
      }),
    },
    renewWebhookSecret: {
      access: 'settings',
      programs: 'never',
      summary: 'Makes another secret, answered this once; the one before is good for another day',
      async handler({ params, caller }) {
        const webhook = await renewSecret(database, caller, params.id)
        return { secret: webhookSecrets.secretOf(webhook) }
      },
    },
    testWebhook: {
      access: 'settings',
      programs: 'never',
      summary: 'Tells a webhook that this is a test',
      perMinute: 60,
      async handler({ params }) {
        const webhook = await findWebhook(database.db, params.id)
        if (webhook.state === 'paused') throw refuse('webhook_paused')
        const insertedId = await addTest(database.db, webhook.id)
        void webhookWorker.wake()
        return { insertedId }
      },
    },
  }
}

function deliveryEndpoints({
  database: { db },
  webhookWorker,
}: Dependencies): Pick<Implementations<WebhooksContract>, 'listDeliveries' | 'replayDelivery'> {
  return {
    listDeliveries: {
      access: 'settings',
      programs: 'never',
      summary:
        'What webhooks were told and are still to be told, newest first; ?state=waiting, failed, delivered',
      async handler({ query }) {
        const list = {
          table: 'webhook_deliveries',
          keys: ['created_at', 'id'],
          direction: 'desc',
          where: query.state === 'all' ? [] : [sql<boolean>`state = ${query.state}`],
        } as const
        const page = await readListPage<WebhookDeliveryRow>(db, list, query)
        const webhooks = await db.selectFrom('webhooks').select(['id', 'address']).execute()
        const addresses = new Map(webhooks.map(({ id, address }) => [id, address]))
        return page.map((row) => toDelivery(row, addresses.get(row.webhook_id) ?? ''))
      },
    },
    replayDelivery: {
      access: 'settings',
      programs: 'never',
      summary: 'Tells it once more, under the same id',
      perMinute: 600,
      async handler({ params }) {
        const modifiedCount = await replay(db, params.id)
        if (modifiedCount === 0) throw refuse('unknown_delivery')
        void webhookWorker.wake()
        return { modifiedCount }
      },
    },
  }
}

const toDelivery = (row: WebhookDeliveryRow, address: string): WebhookDelivery => ({
  _id: row.id,
  address,
  event: row.event,
  objectId: row.object_id,
  state: row.state,
  tries: row.attempts,
  createdAt: row.created_at,
  ...(row.state === 'waiting' && { dueAt: row.due_at }),
  ...(row.ended_at && { endedAt: row.ended_at }),
  answer: row.last_answer,
})

/** What leads inside is refused here where that can be seen, and at every delivery whatever its name leads to by then. */
function requireAddress(address: string, reach: Reach | undefined) {
  try {
    requireFetchable(address, reach)
  } catch (error) {
    // The words are about a field called url there.
    const { fields, message } = error as { fields?: { url?: string }; message: string }
    throw refuse('bad_address', { field: 'address', values: { why: fields?.url ?? message } })
  }
  // Only tests have receivers without.
  if (!reach && !address.toLowerCase().startsWith('https://')) throw refuse('not_https', { field: 'address' })
}

async function listWebhooks(db: Db): Promise<Webhook[]> {
  const [webhooks, count] = await Promise.all([
    db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute(),
    countDeliveries(db),
  ])
  return webhooks.map(({ id, address, events, state, created_at }) => ({
    _id: id,
    address,
    events: listedEvents(events),
    state,
    createdAt: created_at,
    waiting: count(id, 'waiting'),
    failed: count(id, 'failed'),
  }))
}

const listedEvents = (events: string) => events.trim().split(' ') as WebhookEvent[]
const storedEvents = (events: WebhookEvent[]) => ` ${[...new Set(events)].join(' ')} `

async function findWebhook(db: Db | Tx, id: string): Promise<WebhookRow> {
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!webhook) throw refuse('unknown_webhook')
  return webhook
}

const addWebhook = (database: Database, by: Caller, { address, events }: NewWebhook) =>
  database.change([], async (tx) => {
    // One admin after another, so that there are never more.
    await lockAdmins(database, tx)
    const { count } = await tx
      .selectFrom('webhooks')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostWebhooks) throw refuse('too_many_webhooks')
    const at = new Date().toISOString()
    const webhook = await tx
      .insertInto('webhooks')
      .values({
        id: newId(),
        address,
        events: storedEvents(events),
        state: 'on',
        secret_changed_at: at,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(tx, by, { what: 'webhook added', subject: address, details: { events: events.join(', ') } })
    return webhook
  })

const changeWebhook = (database: Database, by: Caller, id: string, input: ChangeWebhook) =>
  database.change([], async (tx) => {
    const before = await findWebhook(tx, id)
    const after = {
      address: input.address ?? before.address,
      events: input.events ? storedEvents(input.events) : before.events,
      state: input.state ?? before.state,
    }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((key) => after[key] !== before[key])
    if (changed.length === 0) return 0
    await tx.updateTable('webhooks').set(after).where('id', '=', id).execute()
    const details = Object.fromEntries(
      changed.map((key) => [key, { from: before[key].trim(), to: after[key].trim() }]),
    )
    await record(tx, by, { what: 'webhook changed', subject: before.address, details })
    return 1
  })

const deleteWebhook = (database: Database, by: Caller, id: string) =>
  database.change([], async (tx) => {
    const { address } = await findWebhook(tx, id)
    const { numDeletedRows } = await tx.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
    // By somebody else at this moment.
    if (numDeletedRows === 0n) throw refuse('unknown_webhook')
    await record(tx, by, { what: 'webhook deleted', subject: address })
    return 1
  })

const renewSecret = (database: Database, by: Caller, id: string) =>
  database.change([], async (tx) => {
    const { address } = await findWebhook(tx, id)
    await record(tx, by, { what: 'secret of a webhook changed', subject: address })
    return tx
      .updateTable('webhooks')
      .set((e) => ({
        secret_version: e('secret_version', '+', 1),
        secret_changed_at: new Date().toISOString(),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
