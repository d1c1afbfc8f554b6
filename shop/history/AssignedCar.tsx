import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { historyRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useGarage } from '~/shop/vehicles/garage/garage.ts'
import type { HistoryPart } from './contract.ts'

/** Of a part that was ordered without a car its customer chooses which of theirs it was for. */
export function AssignedCar({ part: { _id, productName, car } }: { part: HistoryPart }) {
  const { cars } = useGarage()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const isGone = car && !cars.some(({ vehicleId }) => vehicleId === car.vehicleId)
  const choices = isGone ? [...cars, car] : cars
  if (choices.length === 0) return null

  async function assign(vehicleId: string) {
    setIsBusy(true)
    try {
      await authApi(historyRoutes.assignCar, { params: { id: _id }, body: { vehicleId: vehicleId || null } })
      const name = choices.find((it) => it.vehicleId === vehicleId)?.name
      await revalidate()
      toast('success', name ? `${productName} is in the history of ${name}` : `${productName} is for no car`)
    } catch (error) {
      toastError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <select
        aria-label={`Car of ${productName}`}
        className="input mt-1 max-w-full text-sm print:hidden"
        value={car?.vehicleId ?? ''}
        disabled={isBusy}
        onChange={({ target }) => void assign(target.value)}
      >
        <option value="">For no car in particular</option>
        {choices.map(({ vehicleId, name }) => (
          <option key={vehicleId} value={vehicleId}>
            {name}
          </option>
        ))}
      </select>
      {car && <span className="hidden text-[13px] print:block">for {car.name}</span>}
    </>
  )
}
