import { Icon } from '~/platform/ui/Icon.tsx'
import { longestQuantity } from './rules.ts'

type Props = {
  id: string
  /** Of which part, where several stand below one another. */
  of?: string
  /** As typed. */
  value: string
  onType: (value: string) => void
  onStep: (by: 1 | -1) => void
  onBlur?: () => void
  isInvalid?: boolean
  describedBy?: string | undefined
}

/** A quantity is typed, or stepped. What is too much or too little is for the form to say. */
export function QuantityStepper({ id, of = '', value, onType, onStep, onBlur, ...state }: Props) {
  const ofPart = of && ` of ${of}`
  return (
    <div className="field">
      <label htmlFor={id}>
        Quantity
        {ofPart && <span className="sr-only">{ofPart}</span>}
      </label>
      <div className="stepper">
        <button
          type="button"
          className="icon-button"
          aria-label={`One less${ofPart}`}
          onClick={() => onStep(-1)}
        >
          <Icon name="minus" />
        </button>
        <input
          id={id}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={longestQuantity}
          value={value}
          onChange={({ target }) => onType(target.value)}
          onBlur={onBlur}
          aria-invalid={state.isInvalid || undefined}
          aria-describedby={state.describedBy}
          required
        />
        <button
          type="button"
          className="icon-button"
          aria-label={`One more${ofPart}`}
          onClick={() => onStep(1)}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  )
}
