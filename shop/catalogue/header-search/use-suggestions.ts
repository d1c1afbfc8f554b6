import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import type { Product } from '../contract.ts'
import { catalogueRoutes } from '../routes.ts'

const pauseMs = 120
const mostShown = 6

export type Suggested = { q: string; products: Product[]; total: number; hasFailed: boolean }

/** What the shop has for these words. Until the answer is there, the one before stays; one that comes too late is not shown. */
export function useSuggestions(q: string) {
  const [found, setFound] = useState<Suggested>()
  useEffect(() => {
    if (q === '') return setFound(undefined)
    const overtaken = new AbortController()
    const timer = setTimeout(() => void ask(), pauseMs)
    async function ask() {
      try {
        const query = { q, page: 1, limit: mostShown }
        const { signal } = overtaken
        const { data, total } = await getByHttp(catalogueRoutes.listProducts, { query, signal })
        setFound({ q, products: data, total, hasFailed: false })
      } catch {
        if (!overtaken.signal.aborted) setFound({ q, products: [], total: 0, hasFailed: true })
      }
    }
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [q])
  return found
}
