import { openBeside } from '~/platform/db/database.server.ts'
import { emailProblem, normalEmail } from '~/platform/email.ts'
import { workAsOwnerOf } from '~/platform/folders.server.ts'
import { createLog } from '~/platform/log.server.ts'
import { operator, record } from '~/shop/audit/record.server.ts'
import { readBusiness } from '~/shop/business/business.server.ts'
import { readConfig } from '~/shop/config.server.ts'
import { findSecondFactors, removeSecondFactors } from '~/shop/identity/second-factor/second-factor.server.ts'
import { endTool, isConfirmed } from './tool.server.ts'

const command = 'npm run remove-second-factor --'

/**
 * `npm run remove-second-factor -- EMAIL [--yes]`, also while the shop is open: for somebody who has lost phone, app and
 * recovery codes, or whose phone gets no codes because the shop has no SMS gateway any more.
 */
try {
  const email = normalEmail(process.argv[2] ?? '')
  if (emailProblem(email)) throw new Error(`Say whose: ${command} somebody@example.com`)
  const config = readConfig(process.env)
  workAsOwnerOf(config.dataDir)
  const db = openBeside(config, createLog('silent'))
  try {
    const account = await findSecondFactors(db, email)
    if (!account) throw new Error(`Nobody has an account with the address ${email} in this shop.`)
    const factors = account.factors.join(', ')
    if (!factors) console.log(`${email} has no second factor.`)
    else {
      console.log(`This removes the second factor of ${email}: ${factors}.`)
      console.log(
        'From then on the password, or Google, is enough to log in. Make sure that its owner asks for it.',
      )
      if (!(await isConfirmed('Remove it?', `${command} ${email}`))) throw new Error('Nothing was changed.')
      const { name: shopName } = (await readBusiness(db, config.firstValues)).shop
      await db.transaction().execute(async (tx) => {
        await removeSecondFactors(tx, account, shopName)
        await record(tx, operator, { what: 'second factor removed', subject: email, details: { factors } })
      })
      console.log(`${email} logs in without a code now, and gets a mail about it.`)
    }
  } finally {
    await db.destroy()
  }
} catch (error) {
  endTool(error)
}
