import { once } from 'node:events'
import { createServer } from 'node:net'

type Place = { port: number; host: string }

/** Asked before anything is opened or written: a shop that cannot listen leaves no trace. */
export async function requireFreePort(place: Place) {
  if (place.port === 0) return
  const probe = createServer()
  try {
    probe.listen({ port: place.port, host: place.host, exclusive: true })
    await once(probe, 'listening')
  } catch (error) {
    throw listenProblem(error, place)
  }
  probe.close()
  await once(probe, 'close')
}

/** Why nothing can listen there, and what to do about it. */
export function listenProblem(error: unknown, { port, host }: Place) {
  const words = {
    EADDRINUSE: `Port ${port} is taken: another program listens there. Take another port, like: PORT=${port < 65_535 ? port + 1 : 3000} npm start`,
    EACCES: `PORT: this user may not listen on port ${port}. Take one above 1023, like: PORT=3000 npm start`,
    EADDRNOTAVAIL: `HOST: this machine has no address ${host}. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
    ENOTFOUND: `HOST: ${host} is no address of this machine. 127.0.0.1 is for this machine alone, 0.0.0.0 for all its addresses.`,
  }[(error as { code?: string }).code ?? '']
  return words ? new Error(words) : error
}
