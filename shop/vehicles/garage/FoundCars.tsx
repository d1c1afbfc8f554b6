import type { MouseEvent, RefObject } from 'react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { toastError } from '~/platform/ui/toasts.ts'
import { urls } from '~/shop/urls.ts'
import { useFound } from '../chooser/CarChooser.tsx'
import { CarLinks } from '../chooser/CarLinks.tsx'
import type { Vehicle } from '../contract.ts'
import { looksLikeVin } from '../vin/vin.ts'
import { chooseCar, currentCar } from './garage.ts'

/** Below the field of a form: the cars that its words find. The only one is chosen by sending it. */
export function FoundCars({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const found = useFound(looksLikeVin(typed) ? '' : typed)
  const cars = found?.cars ?? []

  async function choose(car: Vehicle) {
    try {
      // Where the garage is full, the list is for this car all the same.
      const isMine = await chooseCar(car)
      await navigate(urls.shop({ car: car._id, facts: isMine ? currentCar()!.facts : '' }))
    } catch (error) {
      toastError(error)
    }
  }
  useEffect(() => {
    const { current: element } = form
    const field = element!.elements.namedItem('q') as HTMLInputElement
    function read() {
      setTyped(field.value.trim())
      setIsOpen(true)
    }
    function send(event: SubmitEvent) {
      // A VIN is sent by the form itself, so that it stands in no address.
      if (looksLikeVin(field.value)) return
      event.preventDefault()
      const q = field.value.trim()
      const [only, ...others] = found?.q === q ? cars : []
      if (only && others.length === 0) void choose(only)
      else if (found?.q !== q || cars.length > 0) void navigate(urls.garage(q ? { q } : {}))
    }
    function close({ key }: KeyboardEvent) {
      if (key === 'Escape') setIsOpen(false)
    }
    element!.addEventListener('input', read)
    element!.addEventListener('submit', send)
    element!.addEventListener('keydown', close)
    return () => {
      element!.removeEventListener('input', read)
      element!.removeEventListener('submit', send)
      element!.removeEventListener('keydown', close)
    }
  })
  useEffect(() => {
    // What was typed while this was on its way.
    const field = form.current!.elements.namedItem('q') as HTMLInputElement
    setTyped(field.value.trim())
  }, [form])

  return (
    <>
      <p role="status" className="sr-only">
        {found && cars.length > 0 && `${countOf(cars.length, 'car')} found`}
      </p>
      {found && isOpen && (
        <div className="absolute inset-x-0 top-full z-10 mt-2 max-h-80 overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-lifted md:top-11">
          {cars.length > 0 ? (
            <CarLinks
              cars={cars}
              onChoose={(event: MouseEvent, car) => {
                event.preventDefault()
                void choose(car)
              }}
            />
          ) : (
            <p role="status" className="p-2">
              “{found.q}” is not on our list yet. Choose the make, or{' '}
              <Link to={urls.shop()} className="text-link">
                look at all parts
              </Link>
              .
            </p>
          )}
        </div>
      )}
    </>
  )
}
