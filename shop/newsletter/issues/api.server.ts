import { sql } from 'kysely'
import type { Database, Tx } from '~/platform/db/database.server.ts'
import { countOf } from '~/platform/figures.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { queueMail } from '~/platform/mail/mail.server.ts'
import type { MailWorker } from '~/platform/mail/worker.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { markdownPictures } from '~/platform/markdown-tree.ts'
import { issuesRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { mostTextBytes } from '~/shop/texts/pages.ts'
import { urls } from '~/shop/urls.ts'
import { newsletterParts } from '../sending/newsletter-mail.ts'
import type { NewsletterWorker } from '../sending/worker.server.ts'
import { countReaders } from '../store.server.ts'
import type { WrittenNewsletter } from './contract.ts'
import { issuesContract, refuse } from './contract.ts'
import type { NextState } from './rules.ts'
import { mayBecome, mayRetry } from './rules.ts'
import { editedNewsletter, listNewsletters, lockedNewsletter, newsletterRow } from './store.server.ts'

type Dependencies = {
  database: Database
  mailWorker: MailWorker
  newsletterWorker: NewsletterWorker
  config: Pick<Config, 'newsletter' | 'publicUrl'>
}

/** How editors write newsletters, send them and watch them go. */
export const issuesApi = ({ database, mailWorker, newsletterWorker, config }: Dependencies) =>
  endpoints(issuesRoutes, issuesContract, {
    listNewsletters: {
      access: 'content',
      summary: 'The newsletters, newest first, by ?state=; one page with ?page=, ?limit= and ?q=',
      handler: ({ query }) => listNewsletters(database.db, query),
    },
    getNewsletter: {
      access: 'content',
      summary: 'One of them for its editor, with how far it is sent',
      async handler({ params }) {
        const row = await newsletterRow(database.db, params.id)
        return { ...(await editedNewsletter(database.db, row)), perMinute: config.newsletter.perMinute }
      },
    },
    addNewsletter: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'Writes a new one; nothing is sent by that',
      handler: async ({ body }) => ({ insertedId: await addNewsletter(database, body) }),
    },
    changeNewsletter: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'Saves one that is not sent yet, unless somebody else has',
      handler: ({ params, body: { version, ...written } }) =>
        changeNewsletter(database, { id: params.id, version, written }),
    },
    deleteNewsletter: {
      access: 'content',
      summary: 'Deletes one that was never sent',
      async handler({ params, caller }) {
        await database.change([], async (tx) => {
          const row = await lockedNewsletter(database, tx, params.id)
          if (row.state !== 'draft') throw refuse('already_sent')
          await tx.deleteFrom('newsletters').where('id', '=', row.id).execute()
          await record(tx, caller, { what: 'newsletter deleted', subject: row.subject })
        })
        return { deletedCount: 1 as const }
      },
    },
    testNewsletter: {
      access: 'content',
      summary: 'Mails it to the caller, and to nobody else',
      perMinute: 10,
      async handler({ params, caller }) {
        const { subject, markdown } = await newsletterRow(database.db, params.id)
        const { text, details } = newsletterParts({
          nodes: readMarkdown(markdown),
          origin: config.publicUrl,
          // Without an address in it the link takes nobody off the list.
          leaveUrl: config.publicUrl + urls.leaveNewsletter(),
        })
        const mail = {
          to: caller.email,
          subject: `[Test] ${subject}`,
          text,
          ...details,
          queue: 'links' as const,
        }
        await database.change([], (tx) => queueMail(tx, mail))
        void mailWorker.wake()
        return { to: caller.email }
      },
    },
    sendNewsletter: {
      access: 'content',
      summary: 'Freezes its text and its readers and sends it, if both are as the caller has seen them',
      async handler({ params, body, caller }) {
        await sendNewsletter(database, caller, { id: params.id, ...body })
        void newsletterWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    setNewsletterState: {
      access: 'content',
      summary: 'Pauses one that is being sent, goes on with it, or stops it for good',
      async handler({ params, body, caller }) {
        await setState(database, caller, { id: params.id, state: body.state })
        void newsletterWorker.wake()
        return { modifiedCount: 1 as const }
      },
    },
    retryNewsletter: {
      access: 'content',
      summary: 'Sends one again to those who could not get it, and to nobody else',
      async handler({ params, caller }) {
        const again = await retryFailed(database, caller, params.id)
        void newsletterWorker.wake()
        return { again }
      },
    },
  })

const now = () => new Date().toISOString()

const claimPictures = (tx: Tx, markdown: string) =>
  claimImages(tx, markdownPictures(readMarkdown(markdown)), 'markdown')

const addNewsletter = (database: Database, written: WrittenNewsletter) =>
  database.change([], async (tx) => {
    const id = newId()
    await claimPictures(tx, written.markdown)
    await tx
      .insertInto('newsletters')
      .values({ id, ...written, version: 1, state: 'draft', created_at: now(), changed_at: now() })
      .execute()
    return id
  })

type Change = { id: string; version: number; written: WrittenNewsletter }

const changeNewsletter = (database: Database, { id, version, written }: Change) =>
  database.change([], async (tx) => {
    const row = await lockedNewsletter(database, tx, id)
    if (row.state !== 'draft') throw refuse('already_sent')
    if (row.version !== version) {
      const { subject, markdown } = row
      const theirs = { by: 'somebody else', version: row.version, subject, markdown }
      throw refuse('changed_meanwhile', { details: { theirs } })
    }
    await claimPictures(tx, written.markdown)
    await tx
      .updateTable('newsletters')
      .set({ ...written, version: version + 1, changed_at: now() })
      .where('id', '=', id)
      .execute()
    return { version: version + 1 }
  })

type Send = { id: string; version: number; readers: number }

const sendNewsletter = (database: Database, by: Caller, { id, version, readers }: Send) =>
  database.change([], async (tx) => {
    const row = await lockedNewsletter(database, tx, id)
    if (row.state !== 'draft') throw refuse('already_sent')
    if (row.version !== version) throw refuse('version_changed')
    const count = await countReaders(tx)
    if (count !== readers)
      throw refuse('readers_changed', {
        values: { count: countOf(count, 'reader') },
        details: { readers: count },
      })
    await tx
      .updateTable('newsletters')
      .set({ state: 'preparing', started_at: now() })
      .where('id', '=', id)
      .execute()
    await record(tx, by, { what: 'newsletter sent', subject: row.subject, details: { version, readers } })
  })

const whats = {
  paused: 'newsletter paused',
  sending: 'newsletter resumed',
  stopped: 'newsletter stopped',
} as const

const setState = (database: Database, by: Caller, { id, state }: { id: string; state: NextState }) =>
  database.change([], async (tx) => {
    const row = await lockedNewsletter(database, tx, id)
    if (!mayBecome(row.state, state)) throw refuse('other_state')
    await tx
      .updateTable('newsletters')
      .set({
        state,
        ...(state === 'sending' && { problem: null, troubles: 0, next_at: null }),
        ...(state === 'stopped' && { ended_at: now() }),
      })
      .where('id', '=', id)
      .execute()
    await record(tx, by, { what: whats[state], subject: row.subject })
  })

const retryFailed = (database: Database, by: Caller, id: string) =>
  database.change([], async (tx) => {
    const row = await lockedNewsletter(database, tx, id)
    if (!mayRetry(row.state)) throw refuse('other_state')
    if (row.counts) throw refuse('nobody_failed')
    const { numUpdatedRows } = await tx
      .updateTable('newsletter_sends')
      .set({ state: 'queued', attempts: 0, due_at: now() })
      .where('newsletter_id', '=', id)
      .where(sql<boolean>`state = 'failed'`)
      .executeTakeFirst()
    const again = Number(numUpdatedRows)
    if (again === 0) throw refuse('nobody_failed')
    if (row.state === 'done')
      await tx
        .updateTable('newsletters')
        .set({ state: 'sending', ended_at: null })
        .where('id', '=', id)
        .execute()
    await record(tx, by, {
      what: 'newsletter sent again',
      subject: row.subject,
      details: { recipients: again },
    })
    return again
  })
