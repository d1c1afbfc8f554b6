import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '~/platform/id.ts'
import type { Log } from '~/platform/log.server.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { makeFolder } from '../folders.server.ts'

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

const longestWaitMs = 10_000

type SmsGateway = { accountSid: string; authToken: string; from: string; apiUrl: string }

/** Twilio's message API, or whatever speaks it at another address. */
function sendByGateway({ accountSid, authToken, from, apiUrl }: SmsGateway, log: Log): SendSms {
  const address = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  // A messaging service chooses the sender by itself.
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return async ({ to, text }) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, Body: text, ...sender }),
      redirect: 'error',
      signal: AbortSignal.timeout(longestWaitMs),
    }).catch((error: Error) => {
      log.error({ err: error }, 'the SMS gateway cannot be reached')
      throw refuse('sms_unavailable')
    })
    if (answer.ok) return
    const { code } = (await answer.json().catch(() => ({}))) as { code?: number }
    if (answer.status === 400 && isAboutNumber(code)) throw refuse('unreachable_number', { field: 'phone' })
    // Never the number: logs know nobody.
    log.error({ status: answer.status, code }, 'the SMS gateway refused a message')
    throw refuse('sms_unavailable')
  }
}

/** Twilio's numbers for: not a phone, not a mobile one, a country that is not served, blocked by its owner. */
const isAboutNumber = (code: number | undefined) =>
  [21211, 21214, 21408, 21610, 21612, 21614].includes(code ?? 0)

const refuse = refusalsOf({
  unreachable_number: [422, 'This number cannot get our codes. Please use another one.', 'invalid'],
  sms_unavailable: [503, 'The code could not be sent. Please try again in a moment.'],
})
