import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { CarChooser } from '../chooser/CarChooser.tsx'
import type { Vehicle } from '../contract.ts'
import { GarageList } from './GarageList.tsx'
import type { SavedCar } from './garage.ts'
import { chooseCar, currentCar, mostCars } from './garage.ts'

type Props = { onClose: () => void; onChosen?: (car: SavedCar) => void }

/** Saved cars, and another one. */
export function CarDialog({ onClose, onChosen }: Props) {
  const { choose, problem } = useChoose((car) => {
    onClose()
    onChosen?.(car)
  })
  return (
    <WideDialog title="My car" onClose={onClose}>
      <GarageList />
      <FormError text={problem} />
      <CarChooser onChoose={choose} />
    </WideDialog>
  )
}

export function useChoose(onChosen: (car: SavedCar) => void) {
  const [problem, setProblem] = useState<string>()
  async function choose(car: Vehicle, facts?: string) {
    if (await chooseCar(car, facts)) onChosen(currentCar()!)
    else setProblem(`There is room for ${mostCars()} cars. Remove one to save another.`)
  }
  return { problem, choose: (car: Vehicle, facts?: string) => void choose(car, facts) }
}
