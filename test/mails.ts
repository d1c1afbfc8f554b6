import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestShop } from './shop.ts'

/** All mails to an address so far, as text. */
export async function mailsTo(
  { mailWorker, config }: Pick<TestShop, 'mailWorker' | 'config'>,
  email: string,
) {
  await mailWorker.wake()
  const folder = join(config.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replace(/=\n/g, ''))
}

/** As if the time that some of them wait for had come. */
export const letMailsBeDue = ({ database }: Pick<TestShop, 'database'>) =>
  database.db
    .updateTable('mails')
    .set({ due_at: new Date().toISOString() })
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .execute()
