import { useId } from 'react'

type Props = {
  /** The name of the car that the part does not fit. */
  car: string
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  /** It was asked for, and is missing. */
  isMissing: boolean
}

/** Who orders a part that does not fit says that they know. */
export function MisfitTick({ car, isTicked, onTick, isMissing }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          data-misfit
          className="size-5 flex-none accent-accent"
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
        />
        <span>I know that it does not fit my {car}</span>
      </label>
      {isMissing && (
        <p id={id} role="alert" className="field-error">
          Tick this box to order it all the same.
        </p>
      )}
    </div>
  )
}
