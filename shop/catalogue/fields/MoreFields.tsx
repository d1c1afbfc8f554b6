import type { ComponentProps, ReactNode } from 'react'
import { useState } from 'react'
import { ProductInputs } from './ProductInputs.tsx'
import type { FieldName } from './product-fields.ts'
import { fieldOf } from './product-fields.ts'

/** What a product can do without, folded away unless it is filled in or wrong. */
export function MoreFields<Name extends FieldName>({
  names,
  errors,
  inputOf,
  isFilled = false,
  hasNews = false,
  children,
}: ComponentProps<typeof ProductInputs<Name>> & {
  /** Whether there is something in the further fields, which are `children`. */
  isFilled?: boolean
  /** Whether something is wrong in those, or was changed by somebody else. */
  hasNews?: boolean
  children: ReactNode
}) {
  const more = names.filter((name) => fieldOf(name).isOptional)
  const [isOpen, setIsOpen] = useState(isFilled || more.some((name) => inputOf(name).defaultValue))
  // Opened once when there is something to see: mending it must not fold the field away from who is typing there.
  const mustSee = hasNews || more.some((name) => errors[name])
  const [hadToSee, setHadToSee] = useState(false)
  if (mustSee !== hadToSee) {
    setHadToSee(mustSee)
    if (mustSee) setIsOpen(true)
  }
  return (
    <details
      className="rounded-control border border-line px-4 py-3"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">More about this part</summary>
      <div className="grid gap-5 pt-5 pb-2">
        <ProductInputs names={more} errors={errors} inputOf={inputOf} />
        {children}
      </div>
    </details>
  )
}

export const isAlwaysShown = (name: FieldName) => !fieldOf(name).isOptional
