import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Compressed } from './compressed.server.ts'
import { writeCompressed } from './compressed.server.ts'
import type { PageCache } from './page-cache.server.ts'

/** Built files by address, as soon as they are compressed. */
export type CachedFiles = Map<string, Compressed>

/**
 * Cached pages, lists and files are sent from here, before routing and hooks: they carry their own headers and hold nothing
 * private. A first visit is one page and some twenty files.
 */
export const sendCached =
  (pages: PageCache, files?: CachedFiles) =>
  (request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> => {
    if (request.method !== 'GET') return false
    const send = (compressed: Compressed | undefined) => {
      if (compressed) writeCompressed(request, response, compressed)
      return compressed !== undefined
    }
    const compressed = pages.at(request.url!) ?? files?.get(request.url!)
    return compressed instanceof Promise ? compressed.then(send) : send(compressed)
  }
