import { createContext } from 'react-router'

declare module 'react-router' {
  // Loaders receive a typed context instead of `any`.
  interface Future {
    v8_middleware: true
  }
}

/** A list, and how many rows it has when only a page of it was asked for. */
export type Found<T> = { data: T; total: number }
/** Reads a public or private answer of the shop's own API. */
export type Get = <T>(path: string) => Promise<Found<T>>

export async function getByHttp<T>(path: string, token?: string): Promise<Found<T>> {
  const answer = await fetch(path, {
    headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (!answer.ok)
    throw new Response(await answer.text(), { status: answer.status, statusText: answer.statusText })
  return { data: await answer.json(), total: Number(answer.headers.get('x-total-count')) }
}

/** In the browser it is a request; on the server, the same door without the wire. */
export const apiContext = createContext<Get>(getByHttp)
