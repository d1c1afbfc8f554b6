import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '~/platform/id.ts'
import type { Log } from '~/platform/log.server.ts'
import { makeFolder } from '~/platform/make-folder.server.ts'
import type { SmsGateway } from './gateway.server.ts'
import { sendByGateway } from './gateway.server.ts'

type Sms = { to: string; text: string }
type SmsSettings = { smsGateway: SmsGateway | undefined; standIns: boolean; dataDir: string }
export type SendSms = (sms: Sms) => Promise<void>

/** The gateway of the settings; without one the outbox folder where stand-ins are on; else there is none. */
export function createSms({ smsGateway, standIns, dataDir }: SmsSettings, log: Log): SendSms | undefined {
  if (smsGateway) return sendByGateway(smsGateway, log)
  return standIns ? toOutbox(dataDir, log) : undefined
}

/** Each message is a file, beside the mails. */
function toOutbox(dataDir: string, log: Log): SendSms {
  const folder = join(dataDir, 'outbox')
  return async ({ to, text }) => {
    makeFolder(folder)
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${newId()}.sms`
    await writeFile(join(folder, `.${name}`), `To: ${to}\n\n${text}\n`, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, name))
    log.info({ file: name }, 'no SMS gateway is configured: a message was written to the outbox folder')
  }
}
