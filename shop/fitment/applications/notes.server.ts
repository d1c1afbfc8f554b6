import { sql } from 'kysely'
import type { ApplicationNoteRow } from '~/database/tables.ts'
import { contains } from '~/platform/db/conditions.server.ts'
import type { Database, Db } from '~/platform/db/database.server.ts'
import { readListPage } from '~/platform/lists/keyset-list.server.ts'
import type { Actor } from '~/shop/audit/record.server.ts'
import { record } from '~/shop/audit/record.server.ts'
import { built, modelYear } from '~/shop/vehicles/facts.ts'
import { fitAttributes } from '~/shop/vehicles/store.server.ts'
import type { ApplicationNote, NoteMeaning, OpenQuery } from './contract.ts'
import { refuse } from './contract.ts'

/** Those that most lines have first. */
export async function listApplicationNotes(db: Db, { state, ...query }: OpenQuery) {
  const page = await readListPage<ApplicationNoteRow>(
    db,
    {
      table: 'application_notes',
      keys: ['applications', 'id'],
      direction: 'desc',
      isNumber: true,
      where: [
        ...(state === 'open' ? [sql<boolean>`meaning = ''`] : []),
        ...(query.q ? [contains(sql`lower(text)`, query.q.toLowerCase())] : []),
      ],
    },
    query,
  )
  return page.map(({ id, ...row }): ApplicationNote => ({ _id: id, ...row }))
}

/** Lists follow when a file is applied, for the first time or once more. */
export const setNoteMeaning = (
  database: Database,
  by: Actor,
  { id, ...said }: NoteMeaning & { id: string },
) =>
  database.change([], async (tx) => {
    const row = await database
      .locking(tx.selectFrom('application_notes').selectAll().where('id', '=', id))
      .executeTakeFirst()
    if (!row) throw refuse('unknown_note')
    const [before, after] = [inWords(row), inWords(said)]
    if (before === after) return 0
    if (said.meaning === 'attribute') {
      const attributes = (await fitAttributes(tx)).map((attribute) => attribute.id)
      // When a car was built is said by the years of a line.
      if (!attributes.includes(said.attribute) || said.attribute === built || said.attribute === modelYear)
        throw refuse('unknown_attribute', { field: 'attribute' })
    }
    await tx.updateTable('application_notes').set(said).where('id', '=', id).execute()
    await record(tx, by, {
      what: 'remark explained',
      subject: row.text,
      details: { meaning: { from: before, to: after } },
    })
    return 1
  })

const inWords = ({ meaning, attribute, value }: NoteMeaning) =>
  meaning === 'attribute' ? `${attribute} = ${value}` : meaning
