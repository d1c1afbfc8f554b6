import { useSyncExternalStore } from 'react'
import { currentCar, currentGarage, onGarage } from './garage.ts'

export const useGarage = () => useSyncExternalStore(onGarage, currentGarage, currentGarage)

/** The car that parts are compared with. */
export const useCar = () => useSyncExternalStore(onGarage, currentCar, () => undefined)
