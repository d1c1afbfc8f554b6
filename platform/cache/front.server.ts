import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Packed } from './compressed.server.ts'
import { writePacked } from './compressed.server.ts'
import type { PageCache } from './page-cache.server.ts'

/** Built files by address, as soon as they are compressed. */
export type KeptFiles = Map<string, Packed>

/**
 * Kept pages, lists and files leave here, before routing and hooks: they carry their own headers and hold nothing
 * private. A first visit is one page and some twenty files.
 */
export const answerKept =
  (pages: PageCache, files?: KeptFiles) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET') return false
    const packed = pages.at(request.url!) ?? files?.get(request.url!)
    if (!packed) return false
    writePacked(request, response, packed)
    return true
  }
