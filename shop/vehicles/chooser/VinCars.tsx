import type { MouseEvent } from 'react'
import { useEffect, useState } from 'react'
import { ApiError, api } from '~/platform/client/api.ts'
import { vinRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { Vehicle } from '../contract.ts'
import type { VinAnswer } from '../vin/contract.ts'
import { vinLength } from '../vin/vin.ts'
import { CarLinks } from './CarLinks.tsx'

type Props = {
  vin: string
  onChoose: (event: MouseEvent, car: Vehicle, facts: string) => void
  /** The make, for the steps that go on from it. */
  onMake: (make: string) => void
}

/** The cars that a VIN may be of. Which of them it is, its owner says. */
export function VinCars({ vin, onChoose, onMake }: Props) {
  const answer = useVin(vin, onMake)
  if (!answer) return null
  if (typeof answer === 'string')
    return (
      <p role="alert" className="field-error">
        {answer}
      </p>
    )
  return <VinProposal answer={answer} onChoose={onChoose} />
}

/** The same for a VIN that a form has sent. */
export function VinProposal({ answer, onChoose }: { answer: VinAnswer } & Pick<Props, 'onChoose'>) {
  const { cars, unlisted } = answer
  const factsOf = (id: string) => cars.find(({ _id }) => _id === id)!.facts
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {headline(answer)}
      </p>
      {cars.length > 0 && (
        <CarLinks
          cars={cars}
          address={({ _id }) => urls.shop({ car: _id, facts: factsOf(_id) })}
          onChoose={(event, car) => onChoose(event, car, factsOf(car._id))}
        />
      )}
      {unlisted.length > 0 && (
        <p className="text-muted">
          {cars.length > 0 ? 'It may also be' : 'It may be'} {unlisted.join(', or ')}: not on our list yet.
        </p>
      )}
      <p className="text-sm text-muted">Your VIN is not stored.</p>
    </div>
  )
}

function headline({ state, characters, make, cars }: VinAnswer) {
  const length =
    characters === vinLength
      ? ''
      : `A VIN has ${vinLength} characters, and one is ${characters < vinLength ? 'missing' : 'too many'} here. `
  if (state === 'make-only') {
    const beside = cars.length > 0 ? ' If a character was mistyped, it may be one of these:' : ''
    return `${length}This is a ${make.name}; its VIN does not say which. Choose the model below.${beside}`
  }
  if (state === 'unknown') return `${length}This VIN is not known to us. Choose your car below.`
  if (cars.length === 0) return `${length}We know this VIN, but have no parts for its car yet.`
  if (state === 'exact') return cars.length === 1 ? 'Is this your car?' : 'Which of these is your car?'
  return `${length || 'There is a mistake in this VIN. '}${cars.length === 1 ? 'Is this your car?' : 'Which of these is your car?'}`
}

const pauseMs = 200

/** Sent as a body and never in an address, which would be logged on its way. */
function useVin(vin: string, onMake: (make: string) => void) {
  const [answer, setAnswer] = useState<VinAnswer | string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another VIN is the only reason to ask again
  useEffect(() => {
    const overtaken = new AbortController()
    const { signal } = overtaken
    const timer = setTimeout(() => void ask(), pauseMs)
    async function ask() {
      try {
        const found = await api(vinRoutes.readVin, { body: { vin }, signal })
        setAnswer(found)
        if (found.cars.length === 0 && found.make.key) onMake(found.make.key)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!signal.aborted) setAnswer(error.message)
      }
    }
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [vin])
  return answer
}
