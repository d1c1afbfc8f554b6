import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Questions about parts, and what the shop answers. Only what is answered is public, and caches depend on the table of
 * answers alone: a question that somebody asks changes no page.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('part_questions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addColumn('asker_id', 'text')
    .addColumn('asker_name', 'text', (c) => c.notNull())
    .addColumn('question', 'text', (c) => c.notNull())
    .addColumn('car', 'text')
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'text')
    .addColumn('hidden_at', 'text')
    .addColumn('hidden_reason', 'text')
    .execute()
  for (const index of [
    'part_questions_by_part on part_questions (product_id)',
    'part_questions_by_asker on part_questions (asker_id, asked_at)',
    'part_questions_by_time on part_questions (asked_at, id)',
    'part_questions_open on part_questions (asked_at, id) where answered_at is null and hidden_at is null',
    'part_questions_hidden on part_questions (asked_at, id) where hidden_at is not null',
  ])
    await sql.raw(`create index ${index}`).execute(db)
  await db.schema
    .createTable('part_answers')
    .addColumn('question_id', 'text', (c) =>
      c.primaryKey().references('part_questions.id').onDelete('cascade'),
    )
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addColumn('hidden_at', 'text')
    .addColumn('blog_id', 'text')
    .execute()
  await db.schema
    .createIndex('part_answers_by_part')
    .on('part_answers')
    .columns(['product_id', 'answered_at', 'question_id'])
    .execute()
}
