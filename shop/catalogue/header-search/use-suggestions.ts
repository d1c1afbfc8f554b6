import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { catalogueRoutes, categoryRoutes, vehicleRoutes } from '~/shop/routes.ts'
import type { NamedVehicles } from '~/shop/vehicles/contract.ts'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import type { CarriedCar } from '../product/slots.ts'

const pauseMs = 120
const mostShown = 6
const mostCategories = 3

export type Suggested = {
  q: string
  /** The words of it that these were found for. */
  found: string
  categories: Category[]
  /** The cars that it names, unless it is searched for one already. */
  named: NamedVehicles | undefined
  products: Product[]
  total: number
  hasFailed: boolean
}

/** What the shop has for these words. Until the answer is there, the one before stays; one that comes too late is not shown. */
export function useSuggestions(q: string, { car = '', facts = '' }: CarriedCar = {}) {
  const [found, setFound] = useState<Suggested>()
  useEffect(() => {
    if (q === '') return setFound(undefined)
    const overtaken = new AbortController()
    const timer = setTimeout(() => void ask(), pauseMs)
    async function ask() {
      try {
        const forCar = car ? ({ car, facts, fit: 'all' } as const) : {}
        const query = { q, ...forCar, page: 1, limit: mostShown }
        const { signal } = overtaken
        const [{ data, total, found }, all, named] = await Promise.all([
          getByHttp(catalogueRoutes.listProducts, { query, signal }),
          categories(),
          car ? undefined : namedCars(q, signal),
        ])
        setFound({
          q,
          found: found || q,
          categories: namedSo(all, q),
          named,
          products: data,
          total,
          hasFailed: false,
        })
      } catch {
        if (!overtaken.signal.aborted)
          setFound({ q, found: q, categories: [], named: undefined, products: [], total: 0, hasFailed: true })
      }
    }
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [q, car, facts])
  return found
}

/** Those with parts, each word typed being the beginning of a word of their name. */
function namedSo(categories: Category[], q: string) {
  const typed = q.toLowerCase().split(/\s+/)
  const isNamed = ({ name, parts }: Category) => {
    const words = name.toLowerCase().split(/\s+/)
    return parts > 0 && typed.every((part) => words.some((word) => word.startsWith(part)))
  }
  return categories.filter(isNamed).slice(0, mostCategories)
}

/** Without an answer parts alone are suggested. */
const namedCars = (q: string, signal: AbortSignal) =>
  getByHttp(vehicleRoutes.findNamedVehicles, { query: { q }, signal }).then(
    ({ data }) => (data.cars.length > 0 ? data : undefined),
    () => undefined,
  )

let asked: Promise<Category[]> | undefined

/** Once for as long as the page is open; without a connection for it, parts alone are suggested. */
function categories() {
  asked ??= getByHttp(categoryRoutes.listCategories).then(
    ({ data }) => data,
    () => {
      asked = undefined
      return []
    },
  )
  return asked
}
