import type { ComponentType } from 'react'
import { createContext } from 'react'
import type { Product } from '../contract.ts'

/** What those who know more than the catalogue put beside its parts; each is missing until it is loaded. */
export type Slots = {
  /** On a card: what else one can do with the part. */
  CardAction?: ComponentType<{ product: Product }> | undefined
  /** On a card in a list of one kind: chooses the part to be compared. */
  Tick?: ComponentType<{ product: Product }> | undefined
  /** On a card: whether the part fits the visitor's car. */
  Mark?: ComponentType<{ product: Product }> | undefined
  /** Opens the choice of another car. */
  ChangeCar?: ComponentType<{ text: string }> | undefined
  /** On the home page: the car that the visitor drives, and the way to its parts. */
  PickedCar?: ComponentType<{ car: VisitorCar }> | undefined
  /** The car that the visitor drives. */
  car?: VisitorCar | undefined
}

/** By the names of the address of a list. */
export type VisitorCar = {
  car: string
  facts: string
  /** “Golf 5 2.0 TDI”, and “10/2003 to 11/2008, 103 kW / 140 hp”. */
  shortName: string
  about: string
  /** How many parts fit it; undefined when that cannot be had. */
  fitting: number | undefined
}

/** What an address keeps of a car. */
export type CarriedCar = { car?: string; facts?: string; fit?: string }

export const SlotsContext = createContext<Slots>({})
