import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '~/platform/id.ts'
import type { Log } from '~/platform/log.server.ts'

type Sms = { to: string; text: string }
export type SendSms = (sms: Sms) => Promise<void>

/** There is no gateway to a telephone network: each message is a file in the outbox folder, beside the mails. */
export function createSms(dataDir: string, log: Log): SendSms {
  const folder = join(dataDir, 'outbox')
  return async ({ to, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${newId()}.sms`
    await writeFile(join(folder, `.${name}`), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, name))
    log.info({ file: name }, 'no SMS gateway is configured: a message was written to the outbox folder')
  }
}
