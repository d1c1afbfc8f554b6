import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { newId } from '~/platform/id.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { markdownPictures, paragraphsOf } from '~/platform/markdown-tree.ts'
import { managedBlogRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { productsByIds } from '~/shop/catalogue/store.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { mostTextBytes } from '~/shop/texts/pages.ts'
import type { WrittenBlog } from './contract.ts'
import { managedBlogContract, refuse } from './contract.ts'
import type { blogStates } from './rules.ts'
import { partsOf, setParts, versionsOf } from './store.server.ts'

/** How editors write the blog. */
export const managedBlogApi = (database: Database) =>
  endpoints(managedBlogRoutes, managedBlogContract, {
    listManagedBlogs: {
      access: 'content',
      summary: 'The questions with their drafts, by ?state=; one page with ?page=, ?limit= and ?q=',
      async handler({ query }) {
        const where = [
          ...conditions[query.state](),
          ...(query.q ? [contains(sql`lower(question)`, query.q.toLowerCase())] : []),
        ]
        const list = { table: 'blogs', keys: ['created_at', 'id'], direction: 'desc', where } as const
        return (await readListPage<Row>(database.db, list, query)).map(toManaged)
      },
    },
    getEditedBlog: {
      access: 'content',
      summary: 'One of them for its editor, with its versions',
      async handler({ params }) {
        const blog = await blogRow(database.db, params.id)
        return {
          ...toManaged(blog),
          markdown: blog.markdown ?? blog.answer,
          parts: await partsOf(database.db, blog.id, productsByIds),
          version: blog.version,
          versions: await versionsOf(database.db, blog.id),
        }
      },
    },
    addBlog: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'Writes a new question; without a time of publishing, a draft',
      async handler({ body, caller }) {
        const id = await database.change(['blogs'], (tx) => addBlog(tx, caller, body))
        return { insertedId: id }
      },
    },
    changeBlog: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'Saves a question as a new version, unless somebody else has',
      async handler({ params, body: { version, ...written }, caller }) {
        await database.change(['blogs'], (tx) =>
          changeBlog(database, tx, caller, { id: params.id, version, written }),
        )
        return { version: version + 1 }
      },
    },
    deleteBlog: {
      access: 'content',
      summary: 'Deletes a question; its versions stay',
      async handler({ params, caller }) {
        await database.change(['blogs'], async (tx) => {
          const blog = await lockedBlog(database, tx, params.id)
          // What was never edited has no version yet.
          await keepVersion(tx, caller, { id: blog.id, version: blog.version + 1, ...textOf(blog) })
          await tx.deleteFrom('blogs').where('id', '=', blog.id).execute()
          await record(tx, caller, { what: 'blog deleted', subject: blog.question })
        })
        return { deletedCount: 1 as const }
      },
    },
  })

type Row = Awaited<ReturnType<typeof blogRow>>

const conditions: Record<(typeof blogStates)[number], () => RawBuilder<SqlBool>[]> = {
  all: () => [],
  draft: () => [sql`publish_at is null`],
  scheduled: () => [sql`publish_at > ${now()}`],
  published: () => [sql`publish_at <= ${now()}`],
}
const now = () => new Date().toISOString()

const toManaged = ({ id, question, publish_at }: Row) => ({
  _id: id,
  question,
  ...(publish_at && { publishAt: publish_at }),
})

const textOf = ({ question, markdown, answer }: Row) => ({ question, markdown: markdown ?? answer })

async function blogRow(db: Db | Tx, id: string) {
  const blog = await db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!blog) throw refuse('unknown_blog')
  return blog
}

async function lockedBlog({ locking }: Pick<Database, 'locking'>, tx: Tx, id: string) {
  const blog = await locking(tx.selectFrom('blogs').selectAll().where('id', '=', id)).executeTakeFirst()
  if (!blog) throw refuse('unknown_blog')
  return blog
}

/** The address stays for ever, so it is made of the first words; the end keeps two with the same words apart. */
const addressFor = (question: string) =>
  [
    ...question
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .split(' ')
      .slice(0, 8),
    newId().slice(-6).toLowerCase(),
  ]
    .filter(Boolean)
    .join('-')

export async function addBlog(tx: Tx, by: Caller, written: WrittenBlog) {
  const id = addressFor(written.question)
  await tx
    .insertInto('blogs')
    .values({ id, created_at: now(), ...columnsOf(written), version: 1 })
    .execute()
  await keepText(tx, by, { id, version: 1, written })
  await record(tx, by, { what: 'blog added', subject: written.question })
  return id
}

type Change = { id: string; version: number; written: WrittenBlog }

async function changeBlog(database: Database, tx: Tx, by: Caller, { id, version, written }: Change) {
  const blog = await lockedBlog(database, tx, id)
  if (blog.version !== version) throw await changedMeanwhile(tx, id)
  // The text that a shop began with is a version, too.
  if (version === 0) await keepVersion(tx, { name: 'The shop' }, { id, version, ...textOf(blog) })
  await tx
    .updateTable('blogs')
    .set({ ...columnsOf(written), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await keepText(tx, by, { id, version: version + 1, written })
  await record(tx, by, { what: 'blog edited', subject: written.question, details: { version: version + 1 } })
}

async function changedMeanwhile(tx: Tx, id: string) {
  const [theirs] = await versionsOf(tx, id)
  return refuse('changed_meanwhile', { values: { by: theirs?.by ?? 'Somebody else' }, details: { theirs } })
}

const columnsOf = ({ question, markdown, publishAt }: WrittenBlog) => ({
  question,
  markdown,
  answer: paragraphsOf(readMarkdown(markdown)).join('\n\n'),
  publish_at: publishAt && new Date(publishAt).toISOString(),
})

async function keepText(tx: Tx, by: Caller, { id, version, written }: Change) {
  await claimImages(tx, markdownPictures(readMarkdown(written.markdown)), 'markdown')
  const known = await productsByIds(tx, written.parts)
  if (known.length < new Set(written.parts).size) throw refuse('unknown_part', { field: 'parts' })
  await setParts(tx, id, written.parts)
  await keepVersion(tx, by, { id, version, question: written.question, markdown: written.markdown })
}

type Text = { id: string; version: number; question: string; markdown: string }

const keepVersion = (tx: Tx, { name }: Pick<Caller, 'name'>, { id, ...text }: Text) =>
  tx
    .insertInto('blog_versions')
    .values({ blog_id: id, at: now(), by_name: name, ...text })
    .execute()
