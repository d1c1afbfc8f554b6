import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * A product has attributes, one per line: "Diameter: 312 mm". Which attributes there are, and in which unit, is a list
 * that admins change; a shop begins with this one.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('products')
    .addColumn('attributes', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('attributes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('number', 'text')`))
    .addColumn('unit', 'text', (c) => c.notNull())
    .execute()
  const rows = [
    ...numbers.map(([name, unit]) => ({ name, kind: 'number', unit })),
    ...texts.map((name) => ({ name, kind: 'text', unit: '' })),
  ].map((row) => ({
    ...row,
    id: row.name.toLowerCase().replaceAll(' ', '-'),
    name_key: row.name.toLowerCase(),
  }))
  await (db as Kysely<{ attributes: (typeof rows)[number] }>).insertInto('attributes').values(rows).execute()
}

const numbers: [name: string, unit: string][] = [
  ['Diameter', 'mm'],
  ['Thickness', 'mm'],
  ['Length', 'mm'],
  ['Width', 'mm'],
  ['Height', 'mm'],
  ['Centre bore', 'mm'],
  ['Bolt circle', 'mm'],
  ['Holes', ''],
  ['Rim size', 'in'],
  ['Offset', 'mm'],
  ['Gap', 'mm'],
  ['Reach', 'mm'],
  ['Hexagon', 'mm'],
  ['Heat range', ''],
  ['Voltage', 'V'],
  ['Capacity', 'Ah'],
  ['Cold start current', 'A'],
  ['Current', 'A'],
  ['Power', 'W'],
  ['Grooves', ''],
  ['Teeth', ''],
  ['Volume', 'l'],
  ['Cable length', 'm'],
  ['Cross-section', 'mm²'],
  ['Opening temperature', '°C'],
  ['Weight', 'kg'],
]
const texts = ['Viscosity', 'Grade', 'Thread', 'Base', 'Axle', 'Tyre size', 'Material', 'Connector']
