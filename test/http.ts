import type { Agent } from 'node:http'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'

export type Sent = {
  method?: string
  headers?: Record<string, string>
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown
  /** Reuses connections for many requests; without it, each request opens its own. */
  agent?: Agent
}
export type TestResponse = Awaited<ReturnType<typeof send>>

/** Not fetch, which normalises URLs and decodes bodies. */
export async function send(origin: string, path: string, sent: Sent = {}) {
  const { method = 'GET', headers = {}, body, agent = false } = sent
  const { hostname, port } = new URL(origin)
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const payload = isRaw ? body : JSON.stringify(body)
  const typed = isRaw ? {} : { 'content-type': 'application/json' }
  const hasLength = payload !== undefined && !headers['transfer-encoding']
  const length = hasLength ? { 'content-length': String(Buffer.byteLength(payload)) } : {}
  const response = await new Promise<import('node:http').IncomingMessage>((done, fail) => {
    const request = httpRequest(
      { hostname, port, path, method, agent, headers: { ...typed, ...length, ...headers } },
      done,
    )
    request.on('error', fail)
    request.end(payload)
  })
  const bytes = await buffer(response)
  return {
    status: response.statusCode!,
    headers: response.headers as Record<string, string | undefined>,
    bytes,
    text: bytes.toString(),
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
    json: (): any => JSON.parse(bytes.toString()),
  }
}

/** Sends raw bytes and returns the raw response. */
export async function sendRaw(origin: string, bytes: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(bytes)
  return text(socket)
}
