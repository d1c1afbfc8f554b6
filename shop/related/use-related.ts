import { useEffect, useState } from 'react'
import type { Get } from '~/platform/client/api-context.ts'
import { getByHttp } from '~/platform/client/api-context.ts'
import { relatedRoutes } from '~/shop/account-routes.ts'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { currentCar, useCar } from '~/shop/vehicles/garage/garage.ts'
import type { RelatedParts } from './contract.ts'
import { mostInCart } from './rules.ts'

/** What belongs to what: to a part on its page, or to the parts of a cart. */
type Asked = { part: string } | { cart: string[] }
/** And for which car. */
export type KnownRelated = { about: string; related: RelatedParts }

const nothing: RelatedParts = { needed: [], together: [] }

const aboutOf = (asked: Asked, car: SavedCar | undefined) =>
  JSON.stringify([asked, car?.vehicleId ?? '', car?.facts ?? ''])

/** For the driven car. Nothing where it cannot be had: nobody came for it. */
export async function loadRelated(
  asked: Asked,
  { get = getByHttp, signal }: { get?: Get; signal?: AbortSignal } = {},
): Promise<KnownRelated> {
  const car = currentCar()
  const about = aboutOf(asked, car)
  const query = car ? { car: car.vehicleId, facts: car.facts } : {}
  const options = signal && { signal }
  if ('part' in asked) {
    const params = { id: asked.part }
    const found = get(relatedRoutes.getRelatedParts, { params, query, ...options })
    return { about, related: await found.then(({ data }) => data).catch(() => nothing) }
  }
  if (asked.cart.length === 0) return { about, related: nothing }
  const parts = asked.cart.slice(0, mostInCart).join(',')
  const found = get(relatedRoutes.listRelatedToCart, { query: { ...query, parts }, ...options })
  return { about, related: await found.then(({ data }) => data).catch(() => nothing) }
}

/**
 * What came with the page is shown at once. For another car or cart it is asked for again; until then what was there stays,
 * so that nothing jumps.
 */
export function useRelated(asked: Asked, first: KnownRelated | undefined) {
  const about = aboutOf(asked, useCar())
  const [loaded, setLoaded] = useState<KnownRelated>()
  const isLoaded = first?.about === about
  useEffect(() => {
    const [wanted] = JSON.parse(about) as [Asked]
    if (isLoaded || ('part' in wanted && !wanted.part)) return
    const overtaken = new AbortController()
    void loadRelated(wanted, { signal: overtaken.signal }).then(
      (known) => overtaken.signal.aborted || known.about !== about || setLoaded(known),
    )
    return () => overtaken.abort()
  }, [about, isLoaded])
  return ((isLoaded ? first : loaded) ?? first)?.related ?? nothing
}
