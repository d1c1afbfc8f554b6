import type { ComponentProps, ReactNode } from 'react'
import { ProductInputs } from './ProductInputs.tsx'
import type { FieldName } from './product-fields.ts'
import { fieldOf } from './product-fields.ts'

/** What a product can do without, folded away until it is filled in or wrong. */
export function MoreFields<Name extends FieldName>({
  names,
  errors,
  inputOf,
  isFilled = false,
  children,
}: ComponentProps<typeof ProductInputs<Name>> & {
  /** Whether there is something in the further fields, which are `children`. */
  isFilled?: boolean
  children: ReactNode
}) {
  const more = names.filter((name) => fieldOf(name).isOptional)
  const isNeeded = isFilled || more.some((name) => errors[name] || inputOf(name).defaultValue)
  return (
    <details className="rounded-control border border-line px-4 py-3" open={isNeeded || undefined}>
      <summary className="cursor-pointer font-semibold">More about this part</summary>
      <div className="grid gap-5 pt-5 pb-2">
        <ProductInputs names={more} errors={errors} inputOf={inputOf} />
        {children}
      </div>
    </details>
  )
}

export const isAlwaysShown = (name: FieldName) => !fieldOf(name).isOptional
