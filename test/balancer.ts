import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import { afterThisFile } from './clean-up.ts'

/** Gives each request to the next server in turn; one that cannot be reached is passed over, one that dies is a 502. */
export async function aBalancer(origins: string[]) {
  let turn = 0
  const served = origins.map(() => 0)

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: number) {
    turn = (turn + 1) % origins.length
    const chosen = turn
    const { method, url, headers } = incoming
    const onward = request(`${origins[chosen]}${url}`, { method, headers, agent: false }, (answer) => {
      served[chosen]! += 1
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing).on('error', () => {})
      answer.on('error', () => outgoing.destroy())
    })
    onward.on('error', (error: Error & { code?: string }) => {
      if (outgoing.headersSent) return outgoing.destroy()
      // Nothing was sent yet, so nothing can have happened.
      if (error.code === 'ECONNREFUSED' && tries > 1) return forward(incoming, outgoing, body, tries - 1)
      outgoing.writeHead(502).end()
    })
    onward.end(body)
  }

  const server = createServer(async (incoming, outgoing) =>
    forward(incoming, outgoing, Buffer.concat(await incoming.toArray()), origins.length),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterThisFile(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many each has answered. */
    served,
    replace(place: number, origin: string) {
      origins[place] = origin
    },
  }
}
