import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { fitmentRoutes } from '~/shop/routes.ts'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { currentCar, useCar } from '~/shop/vehicles/garage/garage.ts'
import type { PartFit } from './contract.ts'

export type LoadedFit = PartFit | 'failed' | 'no such car' | undefined
/** How a part fits a car, and which two it is about. */
export type KnownFit = { about: string; fit: LoadedFit }

const aboutOf = (productId: string, { vehicleId, facts }: SavedCar) => `${productId} ${vehicleId} ${facts}`

/** For the driven car; undefined without one. */
export async function loadFit(productId: string, signal?: AbortSignal): Promise<KnownFit | undefined> {
  const car = currentCar()
  if (!car) return undefined
  const query = { car: car.vehicleId, facts: car.facts }
  const fit = await getByHttp(fitmentRoutes.getPartFit, {
    params: { id: productId },
    query,
    ...(signal && { signal }),
  }).then(
    ({ data }) => data,
    (error) => (error instanceof Response && error.status === 404 ? 'no such car' : 'failed'),
  )
  return { about: aboutOf(productId, car), fit }
}

/**
 * What came with the page is shown at once. Until the answer about another car is there, the one before is not shown: it
 * would be about the wrong car.
 */
export function usePartFit(productId: string | undefined, first: KnownFit | undefined) {
  const car = useCar()
  const [loaded, setLoaded] = useState<KnownFit>()
  const about = car && productId ? aboutOf(productId, car) : ''
  const isLoaded = first?.about === about
  useEffect(() => {
    if (!about || !productId || isLoaded) return
    const overtaken = new AbortController()
    void loadFit(productId, overtaken.signal).then((known) => overtaken.signal.aborted || setLoaded(known))
    return () => overtaken.abort()
  }, [about, productId, isLoaded])
  const known = isLoaded ? first : loaded
  return { car, fit: about && known?.about === about ? known.fit : undefined }
}
