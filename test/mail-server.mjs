import { createServer } from 'node:net'

/** @typedef {{ recipients: string[], text: string }} ReceivedMail */
/**
 * @typedef {object} How
 * @property {boolean} [dropsFirst] breaks off before it confirms the first
 * @property {RegExp} [keepsWaiting] confirms none of a kind
 * @property {(command: string) => string | undefined} [answers] another answer than usual; nothing: the connection breaks
 * @property {(mail: ReceivedMail) => void | Promise<void>} [onMail] before a mail is confirmed
 */

/**
 * A minimal SMTP server that stores the mails it receives.
 * @param {number} [port] @param {How} [how]
 */
export async function aMailServer(port = 0, how = {}) {
  /** @type {ReceivedMail[]} */
  const mails = []
  /** @type {Set<import('node:net').Socket>} */
  const open = new Set()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    serveSmtp(socket, mails, how)
  })
  await new Promise((done) => server.listen(port, '127.0.0.1', () => done(undefined)))
  return {
    mails,
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/**
 * @param {import('node:net').Socket} socket @param {ReceivedMail[]} mails @param {How} how
 */
function serveSmtp(socket, mails, { dropsFirst, keepsWaiting, answers = () => undefined, onMail }) {
  const send = (/** @type {string} */ line) => socket.write(`${line}\r\n`)
  let buffer = ''
  /** @type {string[]} */
  let recipients = []
  let isInText = false
  send('220 stand-in')
  socket.on('data', (data) => {
    buffer += data
    for (;;) {
      const end = buffer.indexOf(isInText ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + (isInText ? 5 : 2))
      if (isInText) {
        const mail = { recipients, text: part }
        mails.push(mail)
        recipients = []
        isInText = false
        if (dropsFirst && mails.length === 1) socket.destroy()
        else if (!keepsWaiting?.test(part)) void Promise.resolve(onMail?.(mail)).then(() => send('250 taken'))
        continue
      }
      const other = answers(part)
      if (other === '') socket.destroy()
      else if (other) send(other)
      else if (/^rcpt to:/i.test(part)) {
        recipients.push(/<(.*)>/.exec(part)?.[1] ?? '')
        send('250 ok')
      } else if (/^data/i.test(part)) {
        isInText = true
        send('354 go on')
      } else if (/^quit/i.test(part)) {
        send('221 bye')
        socket.end()
      } else send('250 ok')
    }
  })
}
