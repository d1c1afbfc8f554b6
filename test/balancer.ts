import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request } from 'node:http'
import { afterThisFile } from './clean-up.ts'

/** A round-robin load balancer: skips a server that cannot be reached, answers 502 when one crashes. */
export async function aBalancer(origins: string[]) {
  let turn = 0
  const served = origins.map(() => 0)

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: number) {
    turn = (turn + 1) % origins.length
    const chosen = turn
    const { method, url, headers } = incoming
    const onward = request(`${origins[chosen]}${url}`, { method, headers, agent: false }, (response) => {
      served[chosen]! += 1
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing).on('error', () => {})
      response.on('error', () => outgoing.destroy())
    })
    onward.on('error', (error: Error & { code?: string }) => {
      if (outgoing.headersSent) return outgoing.destroy()
      // Nothing was sent, so it is safe to try the next server.
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
    /** The number of responses per server. */
    served,
    replace(place: number, origin: string) {
      origins[place] = origin
    },
  }
}
