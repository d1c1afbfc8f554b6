import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { PeriodicWork } from '~/platform/db/periodic.server.ts'
import { seconds } from '~/platform/time.ts'
import { shownProducts } from '~/shop/catalogue/store.server.ts'
import type { BlogPart } from './contract.ts'

/** Shown now. The newest first; those that were published at once, in the order in which they were written. */
export const published = (db: Db, now = new Date().toISOString()) =>
  db
    .selectFrom('blogs')
    .where('publish_at', '<=', now)
    .orderBy('publish_at', 'desc')
    .orderBy('created_at')
    .orderBy('id')

export async function blogIds(db: Db) {
  const rows = await published(db).select('id').execute()
  return rows.map(({ id }) => id)
}

/** As many as an editor can look through; older ones stay in the table. */
const mostShown = 50

export const versionsOf = (db: Db | Tx, blogId: string) =>
  db
    .selectFrom('blog_versions')
    .select(['version', 'at', 'by_name as by', 'question', 'markdown'])
    .where('blog_id', '=', blogId)
    .orderBy('version', 'desc')
    .limit(mostShown)
    .execute()

/** In the order of the editor; one that is not for sale is left out, unless it is for the editor. */
export async function partsOf(db: Db, blogId: string, read = shownProducts): Promise<BlogPart[]> {
  const rows = await db
    .selectFrom('blog_parts')
    .select('product_id')
    .where('blog_id', '=', blogId)
    .orderBy('position')
    .execute()
  const products = await read(
    db,
    rows.map(({ product_id }) => product_id),
  )
  return products.map(({ _id, productName, image, price }) => ({ _id, productName, image, price }))
}

export async function setParts(tx: Tx, blogId: string, productIds: string[]) {
  await tx.deleteFrom('blog_parts').where('blog_id', '=', blogId).execute()
  const rows = [...new Set(productIds)].map((product_id, position) => ({
    blog_id: blogId,
    product_id,
    position,
  }))
  if (rows.length > 0) await tx.insertInto('blog_parts').values(rows).execute()
}

/** Of every text and every version, so that a version can be put back with its pictures. */
export async function textsWithPictures(db: Db) {
  const blogs = await db
    .selectFrom('blogs')
    .select('markdown')
    .where('markdown', 'like', '%/images/%')
    .execute()
  const versions = await db
    .selectFrom('blog_versions')
    .select('markdown')
    .where('markdown', 'like', '%/images/%')
    .execute()
  return [...blogs, ...versions].map(({ markdown }) => markdown ?? '')
}

/**
 * Pages are kept until something in them changes, and the coming of an hour is no change: it is told here. Nothing is
 * stored for it, so nothing can be lost; a server that was away looks further back than it needs to.
 */
export function publishingBlogs(database: Database): PeriodicWork {
  let seenUntil = new Date().toISOString()
  return {
    name: 'publishing questions',
    everyMs: seconds(15),
    async work() {
      const now = new Date().toISOString()
      const due = await published(database.db, now)
        .select('id')
        .where('publish_at', '>', seenUntil)
        .limit(1)
        .execute()
      if (due.length > 0) await database.change(['blogs'], async () => {})
      seenUntil = now
    },
  }
}

/** Those of them that anybody can read now. */
export async function publishedAmong(db: Db, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await published(db).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
