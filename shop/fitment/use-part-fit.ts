import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { fitmentRoutes } from '~/shop/routes.ts'
import { useCar } from '~/shop/vehicles/garage/garage.ts'
import type { PartFit } from './contract.ts'

export type LoadedFit = PartFit | 'failed' | 'no such car' | undefined

/** Until the answer about another car is there, the one before is not shown: it would be about the wrong car. */
export function usePartFit(productId: string | undefined) {
  const car = useCar()
  const [loaded, setLoaded] = useState<{ key: string; fit: LoadedFit }>()
  const [times, setTimes] = useState(0)
  const key = car && productId ? `${productId} ${car.vehicleId} ${car.facts} ${times}` : ''
  useEffect(() => {
    if (!car || !productId) return
    const overtaken = new AbortController()
    const { signal } = overtaken
    const query = { car: car.vehicleId, facts: car.facts }
    getByHttp(fitmentRoutes.getPartFit, { params: { id: productId }, query, signal }).then(
      ({ data }) => setLoaded({ key, fit: data }),
      (error) => {
        if (signal.aborted) return
        const isGone = error instanceof Response && error.status === 404
        setLoaded({ key, fit: isGone ? 'no such car' : 'failed' })
      },
    )
    return () => overtaken.abort()
  }, [key, car, productId])
  const fit = key && loaded?.key === key ? loaded.fit : undefined
  return { car, fit, reload: () => setTimes(times + 1) }
}
