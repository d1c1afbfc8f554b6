import { useState } from 'react'
import type { Product } from '~/shop/catalogue/contract.ts'
import { FitVerdict } from '~/shop/catalogue/product/FitVerdict.tsx'
import { CarDialog } from '~/shop/vehicles/garage/CarDialog.tsx'
import type { SavedCar } from '~/shop/vehicles/garage/garage.ts'
import { answer } from '~/shop/vehicles/garage/garage.ts'
import { CarsOfPart } from './CarsOfPart.tsx'
import type { PartFit } from './contract.ts'
import { FittingParts } from './FittingParts.tsx'
import { fitPanelHeight, isListed } from './fit-panel-height.ts'
import type { LoadedFit } from './use-part-fit.ts'

type Props = { product: Product; car: SavedCar | undefined; fit: LoadedFit; isDemo: boolean }

/** Whether the part fits the car, why, and the one question that decides. */
export function FitPanel({ product, car, fit, isDemo }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <section
      className={`panel grid ${fitPanelHeight(product)} content-start gap-3 p-5 shadow-none`}
      aria-labelledby="fit"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="fit" className="font-sans text-base font-semibold tracking-normal">
          {car ? car.name : 'Does it fit your car?'}
        </h2>
        <button type="button" className="text-link min-h-11 text-sm" onClick={() => setIsChoosing(true)}>
          {car ? 'Another car' : 'Choose your car'}
        </button>
      </div>
      {!car && (
        <p className="text-sm text-muted">Choose your car, and this part says whether it fits, and why.</p>
      )}
      {car && fit === 'failed' && (
        <p role="alert" className="field-error">
          It could not be checked whether this part fits. Check your connection and try again.
        </p>
      )}
      {car && fit === 'no such car' && (
        <p className="text-sm text-muted">Your car is no longer on our list. Choose it again.</p>
      )}
      {car && typeof fit === 'object' && <Answer fit={fit} isDemo={isDemo} />}
      {car && typeof fit === 'object' && fit.verdict === 'does-not-fit' && product.category && (
        <FittingParts product={product} car={car} />
      )}
      {isListed(product) && <CarsOfPart productId={product._id} />}
      {isChoosing && <CarDialog onClose={() => setIsChoosing(false)} />}
    </section>
  )
}

const Answer = ({ fit, isDemo }: { fit: PartFit; isDemo: boolean }) => (
  <>
    <div role="status" className="grid gap-1">
      <p className="text-lg">
        <FitVerdict verdict={fit.verdict} words={fit.words} />
      </p>
      <p>{fit.reason}</p>
    </div>
    {fit.question && <QuestionForm question={fit.question} />}
    {fit.answers.map(({ attribute, name, value }) => (
      <p key={attribute} className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>
          You said: {name} {value}
        </span>
        <button
          type="button"
          className="text-link min-h-11"
          onClick={() => void answer(attribute, undefined)}
        >
          Change<span className="sr-only"> {name}</span>
        </button>
      </p>
    ))}
    {isDemo && <p className="text-sm text-muted">Example data: the parts of this demo are invented.</p>}
  </>
)

const QuestionForm = ({ question }: { question: NonNullable<PartFit['question']> }) => (
  <fieldset className="grid gap-2 rounded-control bg-sunken p-4">
    <legend className="float-left w-full pb-1 font-medium">{question.text}</legend>
    {question.help && <p className="text-sm text-muted">{question.help}</p>}
    <div className="flex flex-wrap gap-2">
      {question.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="btn btn-quiet bg-surface"
          onClick={() => void answer(question.attribute, value)}
        >
          {label}
        </button>
      ))}
    </div>
  </fieldset>
)
