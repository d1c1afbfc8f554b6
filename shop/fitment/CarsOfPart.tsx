import { useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { fitmentRoutes } from '~/shop/routes.ts'
import type { Vehicle } from '~/shop/vehicles/contract.ts'

type Loaded = Vehicle[] | 'failed' | undefined

/** The cars that a part is listed for, loaded when somebody wants to read them. */
export function CarsOfPart({ productId }: { productId: string }) {
  const [loaded, setLoaded] = useState<{ of: string; cars: Loaded }>()
  const cars = loaded?.of === productId ? loaded.cars : undefined
  async function load() {
    if (Array.isArray(cars)) return
    const found = await getByHttp(fitmentRoutes.listPartVehicles, { params: { id: productId } }).catch(
      () => undefined,
    )
    setLoaded({ of: productId, cars: found?.data ?? 'failed' })
  }
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary className="text-link flex min-h-11 cursor-pointer items-center">Cars it is listed for</summary>
      {cars === 'failed' && (
        <p role="alert" className="field-error">
          The list could not be loaded. Check your connection and open it again.
        </p>
      )}
      {Array.isArray(cars) && (
        <ul className="grid max-h-72 gap-1 overflow-y-auto" aria-label="Cars it is listed for">
          {cars.map(({ _id, name }) => (
            <li key={_id}>{name}</li>
          ))}
          {cars.length === 0 && <li>No car yet</li>}
        </ul>
      )}
    </details>
  )
}
