import { createContext } from 'react-router'

declare module 'react-router' {
  // Loaders receive a typed context instead of `any`.
  interface Future {
    v8_middleware: true
  }
}

/**
 * A list, and how many rows it has when only a page of it was asked for; of a long one, where this part of it and the next
 * one begin; of a search, the words that found nothing.
 */
export type Found<T> = { data: T; total: number; from?: string; nextFrom?: string; missing?: string }
/** Reads a public or private answer of the shop's own API. */
export type Get = <T>(path: string) => Promise<Found<T>>

export async function getByHttp<T>(path: string, token?: string, signal?: AbortSignal): Promise<Found<T>> {
  const answer = await fetch(path, {
    signal: signal ?? null,
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (!answer.ok)
    throw new Response(await answer.text(), { status: answer.status, statusText: answer.statusText })
  const said = (name: string) => decodeURIComponent(answer.headers.get(name) ?? '')
  return {
    data: await answer.json(),
    total: Number(said('x-total-count')),
    from: said('x-from'),
    nextFrom: said('x-next-from'),
    missing: said('x-missing-words'),
  }
}

/** In the browser it is a request; on the server, the same door without the wire. */
export const apiContext = createContext<Get>(getByHttp)
