import type { Vehicle } from '../contract.ts'
import { chooseCar } from './garage.ts'

/** In a module of its own, which pages for visitors without a car load on first use. */
export const setCar = (car: Vehicle) => chooseCar(car)
