import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { explain } from './server-errors.ts'
import { aShop } from './shop.ts'

test('a test that meets a 500 says what the shop logged', async () => {
  const shop = await aShop({ DEMO: 'off' })
  for (const table of ['contact_answers', 'contact_messages'])
    await sql`drop table ${sql.table(table)}`.execute(shop.db)
  const body = { email: 'ada@example.com', message: 'Do you have tyres?' }
  const answer = await shop.post('/api/contact', body)
  const failed = { state: 'fail', errors: [{ message: `expected ${answer.status} to be 200` }] }
  explain(failed)
  expect(failed.errors[0]!.message).toMatch(
    /^expected 500 to be 200\n\nThe shop logged an error meanwhile:\n\/api\/contact failed: .*contact_messages.*\n/,
  )
  expect(failed.errors[0]!.message).not.toContain('node_modules')
})
