import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'

/** Just enough of SMTP to be given a mail: stands in for a mail server, which is not ours. */
export async function aMailServer(port = 0) {
  const mails: { recipients: string[]; text: string }[] = []
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    converse(socket, mails)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    mails,
    port: (server.address() as { port: number }).port,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function converse(socket: Socket, mails: { recipients: string[]; text: string }[]) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let unread = ''
  let recipients: string[] = []
  let isInText = false
  say('220 stand-in')
  socket.on('data', (data) => {
    unread += data
    for (;;) {
      const end = unread.indexOf(isInText ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = unread.slice(0, end)
      unread = unread.slice(end + (isInText ? 5 : 2))
      if (isInText) {
        mails.push({ recipients, text: part })
        recipients = []
        isInText = false
        say('250 taken')
      } else if (/^rcpt to:/i.test(part)) {
        recipients.push(/<(.*)>/.exec(part)![1]!)
        say('250 ok')
      } else if (/^data/i.test(part)) {
        isInText = true
        say('354 go on')
      } else if (/^quit/i.test(part)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}
