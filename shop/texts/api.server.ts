import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { readMarkdown } from '~/platform/markdown.server.ts'
import { markdownPictures } from '~/platform/markdown-tree.ts'
import { managedTextsRoutes } from '~/shop/admin-routes.ts'
import { record } from '~/shop/audit/record.server.ts'
import { businessTopics } from '~/shop/business/business.server.ts'
import { claimImages } from '~/shop/images/claim.server.ts'
import { textsRoutes } from '~/shop/routes.ts'
import { refuse, textsContract } from './contract.ts'
import type { ShopFacts } from './first-pages.server.ts'
import { firstPages } from './first-pages.server.ts'
import type { PageId } from './pages.ts'
import { isPageId, mostTextBytes, pageIds, pageTitles } from './pages.ts'

type TextsContext = { database: Database; facts: () => Promise<ShopFacts> }

export function textsApi({ database, facts }: TextsContext) {
  const first = async (id: PageId) => firstPages[id](await facts())
  return endpoints({ ...textsRoutes, ...managedTextsRoutes }, textsContract, {
    getPage: {
      access: 'everyone',
      summary: 'A page of the owner: delivery-and-returns, privacy, terms, imprint or about',
      topics: ['page_versions', ...businessTopics],
      async handler({ params }) {
        const id = knownPage(params.id)
        const newest = await newestVersion(database.db, id)
        return { _id: id, title: pageTitles[id], nodes: readMarkdown(newest?.markdown ?? (await first(id))) }
      },
    },
    listPages: {
      access: 'content',
      summary: 'The pages of the owner, and which of them are still made by the shop',
      handler: () =>
        Promise.all(pageIds.map(async (id) => toOwnPage(id, await newestVersion(database.db, id)))),
    },
    getEditedPage: {
      access: 'content',
      summary: 'One of them for its editor, with its versions',
      async handler({ params }) {
        const id = knownPage(params.id)
        const versions = await versionsOf(database.db, id)
        const made = await first(id)
        const [newest] = versions
        return {
          ...toOwnPage(id, newest),
          markdown: newest?.markdown ?? made,
          first: made,
          version: newest?.version ?? 0,
          versions,
        }
      },
    },
    changePage: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'Saves one of them as a new version, unless somebody else has',
      handler: ({ params, body, caller }) =>
        changePage(database, caller, { id: knownPage(params.id), ...body }),
    },
    previewText: {
      access: 'content',
      mostBytes: mostTextBytes,
      summary: 'How a text would look',
      handler: async ({ body }) => ({ nodes: readMarkdown(body.markdown) }),
    },
  })
}

function knownPage(id: string) {
  if (!isPageId(id)) throw refuse('unknown_page')
  return id
}

const toOwnPage = (id: PageId, newest: { at: string } | undefined) => ({
  _id: id,
  title: pageTitles[id],
  isOwn: newest !== undefined,
  ...(newest && { changedAt: newest.at }),
})

/** As many as an editor can look through; older ones stay in the table. */
const mostShown = 50

const versionsOf = (db: Db | Tx, id: PageId, most = mostShown) =>
  db
    .selectFrom('page_versions')
    .select(['version', 'at', 'markdown'])
    .where('page_id', '=', id)
    .orderBy('version', 'desc')
    .limit(most)
    .execute()

const newestVersion = async (db: Db | Tx, id: PageId) => (await versionsOf(db, id, 1))[0]

const changedMeanwhile = (newest: { version: number; markdown: string } | undefined) =>
  refuse('changed_meanwhile', {
    details: {
      theirs: { by: 'somebody else', version: newest?.version ?? 0, markdown: newest?.markdown ?? '' },
    },
  })

type Change = { id: PageId; markdown: string; version: number }

/** Two who save the same version at once: the key of the table lets one of them in. */
const changePage = (database: Database, by: Caller, { id, markdown, version }: Change) =>
  database.change(['page_versions'], async (tx) => {
    const newest = await newestVersion(tx, id)
    if ((newest?.version ?? 0) !== version) throw changedMeanwhile(newest)
    if (newest?.markdown === markdown) return { version }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('page_versions')
      .values({ page_id: id, version: version + 1, at: new Date().toISOString(), markdown })
      .onConflict((conflict) => conflict.columns(['page_id', 'version']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw changedMeanwhile(await newestVersion(tx, id))
    await claimImages(tx, markdownPictures(readMarkdown(markdown)), 'markdown')
    await record(tx, by, {
      what: 'page changed',
      subject: pageTitles[id],
      details: { version: version + 1, characters: markdown.length },
    })
    return { version: version + 1 }
  })

/** Of every version, so that one can be put back with its pictures. */
export async function pagesWithPictures(db: Db) {
  const rows = await db
    .selectFrom('page_versions')
    .select('markdown')
    .where('markdown', 'like', '%/images/%')
    .execute()
  return rows.map(({ markdown }) => markdown)
}

/** Which pages the owner has saved, as they were or otherwise. */
export async function savedPages(db: Db) {
  const rows = await db.selectFrom('page_versions').select('page_id').distinct().execute()
  return rows.map(({ page_id }) => page_id)
}
