import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { root } from '../scripts/prepare.mjs'

/**
 * `node lab/release-backup.mjs FILE`: a backup of a new demo shop becomes the one that later versions must be able to
 * restore. It is left as it was made, but for what opens that shop: its secret, and the key that is encrypted with it.
 */
const withoutRows = ['secrets', 'identity_keys', 'identity_sessions']

const [head = '', ...lines] = gunzipSync(readFileSync(process.argv[2] ?? ''))
  .toString()
  .trimEnd()
  .split('\n')
let table = ''
let rows = 0
const kept = lines.filter((line) => {
  const isRow = line.startsWith('[')
  if (!isRow) table = JSON.parse(line).table
  else if (withoutRows.includes(table)) return false
  if (isRow) rows += 1
  return table !== undefined
})
const name = JSON.parse(head).migrations.at(-1)
const text = [head, ...kept, JSON.stringify({ rows }), ''].join('\n')
writeFileSync(join(root, `database/backup/released/${name}.backup.gz`), gzipSync(text, { level: 9 }))
console.log(`${rows} rows are in database/backup/released/${name}.backup.gz`)
