import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Step, Tx } from '~/platform/db/database.server.ts'
import { newId } from '~/platform/id.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, onPostgres } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop({ DEMO: 'off' })
})

const blog = (question: string) => ({ id: newId(), question, answer: '', created_at: '2026' })
const add = (question: string) =>
  shop.database.change([], (tx) => tx.insertInto('blogs').values(blog(question)).execute())
const stored = async (prefix: string) => {
  const rows = await shop.db
    .selectFrom('blogs')
    .select('question')
    .where('question', 'like', `${prefix}%`)
    .execute()
  return rows.map((row) => row.question).sort()
}

describe('transactions that commit together', () => {
  test('are committed or rolled back one by one', async () => {
    const all = Array.from({ length: 150 }, (_, n) => n)
    const outcomes = await Promise.allSettled(
      all.map((n) =>
        shop.database.change([], async (tx) => {
          await tx
            .insertInto('blogs')
            .values(blog(`own-${n}`))
            .execute()
          if (n % 3 === 0) throw new Error('changed my mind')
          await tx
            .insertInto('blogs')
            .values(blog(`own-${n}-too`))
            .execute()
        }),
      ),
    )
    const meant = all.filter((n) => n % 3 !== 0)
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(all.map((n) => n % 3 !== 0))
    expect(await stored('own-')).toEqual(meant.flatMap((n) => [`own-${n}`, `own-${n}-too`]).sort())
  })

  test('are rolled back as a whole when a statement fails, and do not disturb others', async () => {
    const twice = newId()
    const failing = shop.database.change([], async (tx) => {
      await tx.insertInto('blogs').values(blog('doomed-1')).execute()
      await tx
        .insertInto('blogs')
        .values({ ...blog('doomed-2'), id: twice })
        .execute()
      await tx
        .insertInto('blogs')
        .values({ ...blog('doomed-3'), id: twice })
        .execute()
    })
    const outcomes = await Promise.allSettled([add('sound-1'), failing, add('sound-2')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await stored('doomed')).toEqual([])
    expect(await stored('sound')).toEqual(['sound-1', 'sound-2'])
  })

  test('see what they have written themselves, and others only what is committed', async () => {
    await shop.database.change([], async (tx) => {
      await tx.insertInto('blogs').values(blog('hidden')).execute()
      const seen = await tx.selectFrom('blogs').select('id').where('question', '=', 'hidden').execute()
      expect(seen).toHaveLength(1)
      expect(await stored('hidden')).toEqual([])
    })
    expect(await stored('hidden')).toEqual(['hidden'])
  })

  test('and single statements among them are acknowledged when they can be read', async () => {
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        if (n % 2) await add(`mixed-${n}`)
        else
          await shop.db
            .insertInto('blogs')
            .values(blog(`mixed-${n}`))
            .execute()
        expect(await stored(`mixed-${n}`)).toContain(`mixed-${n}`)
      }),
    )
  })
})

test('a statement inside a transaction fails where it stands, and what follows fails as well', async () => {
  const id = newId()
  const reached: string[] = []
  const failing = shop.database.change([], async (tx) => {
    const insert = (question: string) =>
      tx
        .insertInto('blogs')
        .values({ ...blog(question), id })
        .execute()
    await insert('twice-1')
    await insert('twice-2').catch(() => reached.push('refused at once'))
    await insert('twice-3').catch(() => reached.push('refused afterwards'))
    reached.push('end')
  })
  await expect(failing).rejects.toThrow()
  expect(reached).toEqual(['refused at once', 'refused afterwards', 'end'])
  expect(await stored('twice')).toEqual([])
})

test.each([
  ['in one stage', (steps: Step[]) => [steps]],
  ['in several stages', (steps: Step[]) => steps.map((step) => [step])],
])('a batch of statements %s is committed as a whole, or not at all', async (name, inStages) => {
  const { db } = shop
  const here = newId()
  await db
    .insertInto('blogs')
    .values({ ...blog('here'), id: here })
    .execute()
  const addAnd = shop.database.changeBatch(
    ['blogs'],
    (pair: { id: string; question: string; of: string; count: number }) =>
      inStages([
        {
          statement: db
            .insertInto('blogs')
            .values({ ...blog('pair'), id: pair.id, question: pair.question })
            .returning('id'),
          rows: pair.count,
        },
        {
          statement: db
            .updateTable('blogs')
            .set({ answer: pair.question })
            .where('id', '=', pair.of)
            .returning('id'),
          rows: 1,
        },
        { statement: db.deleteFrom('blogs').where('id', '=', 'nowhere').returning('id') },
      ]),
  )
  const all = Array.from({ length: 40 }, (_, n) => n)
  const isRight = (n: number) => n % 4 === 3
  const outcomes = await Promise.all(
    all.map((n) =>
      addAnd({
        id: newId(),
        question: `pair ${name} ${n}`,
        of: n % 2 ? here : 'nowhere',
        count: n % 4 === 1 ? 2 : 1,
      }),
    ),
  )
  expect(outcomes).toEqual(all.map(isRight))
  expect(await stored(`pair ${name}`)).toEqual(
    all
      .filter(isRight)
      .map((n) => `pair ${name} ${n}`)
      .sort(),
  )
})

if (!onPostgres)
  test('a long query does not block the event loop', async () => {
    let searching = true
    const searched = sql`select count(*) from (
      with recursive n(x) as (select 1 union all select x + 1 from n where x < 500000) select x from n
    )`
      .execute(shop.db)
      .finally(() => {
        searching = false
      })
    let turns = 0
    for (; searching; turns += 1) await new Promise(setImmediate)
    await searched
    expect(turns).toBeGreaterThan(10)
  })

if (!onPostgres)
  test('a shop that closes in the middle of a transaction saves nothing of it', async () => {
    const dying = await aShop({ DEMO: 'off' })
    const add = (question: string) => (tx: Tx) =>
      tx.insertInto('blogs').values(blog(question)).returning('id').execute()
    let closed: Promise<void> | undefined
    const outcomes = await Promise.allSettled([
      dying.database.change([], add('whole')),
      dying.database.change([], async (tx) => {
        await add('half')(tx)
        closed = dying.database.close()
        await add('other half')(tx)
      }),
      // It waits for the one before, and begins when that has failed.
      dying.database.change([], add('too late')),
    ])
    await closed
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const reopened = await aShop(dying.settings)
    const rows = await reopened.db.selectFrom('blogs').select('question').execute()
    expect(rows).toEqual([{ question: 'whole' }])
  })
