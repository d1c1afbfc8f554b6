import type { IncomingMessage, ServerResponse } from 'node:http'
import { writePacked } from './packed.server.ts'
import type { PageCache } from './page-cache.server.ts'

/** Kept pages and lists leave here, before routing and hooks: they carry their own headers and hold nothing private. */
export const answerKept = (cache: PageCache) => (request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'GET') return false
  const packed = cache.at(request.url!)
  if (!packed) return false
  writePacked(request, response, packed)
  return true
}
