import { openBeside } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { operator, record } from '~/shop/audit/record.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { makeAdmin } from '~/shop/identity/users.server.ts'
import { endTool } from './tool.server.ts'

/** `npm run admin -- EMAIL`, also while the shop is open. */
try {
  const email = normalEmail(process.argv[2] ?? '')
  if (emailProblem(email)) throw new Error('Say whom: npm run admin -- somebody@example.com')
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const db = openBeside(config, createLog('silent'))
  try {
    const isNew = await db.transaction().execute(async (tx) => {
      const isMade = await makeAdmin(tx, email)
      if (isMade) await record(tx, operator, { what: 'made admin', subject: email })
      return isMade
    })
    console.log(isNew ? `${email} is an admin from the next click on.` : `${email} is an admin already.`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  endTool(error)
}
