import type { Agent } from 'node:http'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

export type Sent = {
  method?: string
  headers?: Record<string, string>
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown
  /** Keeps connections, where many requests follow each other; left out, each has its own. */
  agent?: Agent
}
export type TestResponse = Awaited<ReturnType<typeof send>>

/** One request over a connection of its own. Not fetch, which tidies addresses and undoes encodings. */
export async function send(origin: string, path: string, sent: Sent = {}) {
  const { method = 'GET', headers = {}, body, agent = false } = sent
  const { hostname, port } = new URL(origin)
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const payload = isRaw ? body : JSON.stringify(body)
  const typed = isRaw ? {} : { 'content-type': 'application/json' }
  const announced = payload !== undefined && !headers['transfer-encoding']
  const length = announced ? { 'content-length': String(Buffer.byteLength(payload)) } : {}
  const answer = await new Promise<import('node:http').IncomingMessage>((done, fail) => {
    const request = httpRequest(
      { hostname, port, path, method, agent, headers: { ...typed, ...length, ...headers } },
      done,
    )
    request.on('error', fail)
    request.end(payload)
  })
  const bytes = await buffer(answer)
  return {
    status: answer.statusCode!,
    headers: answer.headers as Record<string, string | undefined>,
    bytes,
    text: bytes.toString(),
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    json: (): any => JSON.parse(bytes.toString()),
  }
}

/** Sends bytes that no client would send, and returns all that comes back. */
export async function sendRaw(origin: string, bytes: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(bytes)
  return text(socket)
}
