import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoRows } from '~/database/demo/remove.server.ts'
import { findDemo, removeDemo } from '~/database/demo/remove.server.ts'
import { migrate } from '~/database/migrate.server.ts'
import { topics } from '~/database/topics.ts'
import { openDatabase } from '~/platform/db/database.server.ts'
import { countOf } from '~/platform/figures.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import type { Config } from '~/shop/config.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { demoAccounts } from '~/shop/identity/demo-accounts.server.ts'
import { endTool, isConfirmed } from './tool.server.ts'

/** `npm run remove-demo [-- --yes]`: the way from a demo to a shop that sells. On SQLite the shop must be closed. */
try {
  const config = readConfig(process.env)
  refuseDemo(config)
  workAsOwnerOf(config.dataDir)
  const database = await openDatabase(config, createLog('silent'))
  try {
    await database.withLock(migrate)
    const found = await findDemo(
      database.db,
      demoAccounts.map(({ email }) => email),
    )
    const lines = listed(found)
    if (lines.length === 0) console.log('Nothing of the demo is in this shop.')
    else {
      console.log(`This removes for good:\n${lines.map((line) => `  ${line}`).join('\n')}`)
      if (found.changedProducts > 0)
        console.log(`${countOf(found.changedProducts, 'demo product')} with changes of yours will stay.`)
      if (!(await isConfirmed('Remove all this?', 'npm run remove-demo --')))
        throw new Error('Nothing was changed.')
      await database.change(topics, (tx) => removeDemo(tx, found))
      console.log(
        'The demo is removed. npm run admin -- EMAIL makes an admin of somebody who has registered.',
      )
    }
  } finally {
    await database.close()
  }
} catch (error) {
  endTool(error)
}

function refuseDemo({ demo, databaseUrl, dataDir }: Config) {
  if (demo)
    throw new Error(
      'This shop is a demo, and its next start would fill it again. Set DEMO=off, or NODE_ENV=production without DEMO.',
    )
  if (!databaseUrl && !existsSync(join(dataDir, 'shop.db')))
    throw new Error(`There is no shop in ${dataDir}. Set DATA_DIR to the folder of yours.`)
}

function listed({ users, products, blogs, reviews, orders }: DemoRows) {
  return [
    users.length > 0 && `${countOf(users.length, 'account')}: ${users.map(({ email }) => email).join(', ')}`,
    products.length > 0 && `${countOf(products.length, 'product')} of the demo`,
    blogs > 0 && `${countOf(blogs, 'blog question')}`,
    reviews > 0 && `${countOf(reviews, 'review')}`,
    orders > 0 && `${countOf(orders, 'order')} of those accounts, or paid with a test card`,
  ].filter((line) => line !== false)
}
