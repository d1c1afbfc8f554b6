import { openBeside } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { createLog } from '~/platform/log.server.ts'
import { workAsOwnerOf } from '~/platform/owner.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { makeAdmin } from '~/shop/identity/make-admin.server.ts'
import { endTool } from './end-tool.server.ts'

/** `npm run admin -- EMAIL`, also while the shop is open. */
try {
  const email = process.argv[2] ?? ''
  if (emailProblem(email)) throw new Error('Say whom: npm run admin -- somebody@example.com')
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const db = openBeside(config, createLog('silent'))
  console.log(await makeAdmin(db, normalEmail(email)))
  await db.destroy()
} catch (error) {
  endTool(error)
}
