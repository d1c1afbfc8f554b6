import { useRef } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Product } from '../contract.ts'
import { PartSearch } from './PartSearch.tsx'

type Chosen = Pick<Product, '_id' | 'productName'>

type Props<Part extends Chosen> = {
  legend: string
  /** Of the search. */
  label: string
  /** By which its form says what is wrong. */
  name: string
  parts: Part[]
  most: number
  onChange: (parts: (Part | Product)[]) => void
  error: string | undefined
}

/** In a form: some parts by name, each of which can be taken out, and a search for more; saved with the form. */
export function ChosenParts<Part extends Chosen>({
  legend,
  label,
  name,
  parts,
  most,
  onChange,
  error,
}: Props<Part>) {
  const all = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={all} tabIndex={-1} className="grid grid-cols-1 gap-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {parts.length > 0 && (
        <ul className="grid divide-y divide-line">
          {parts.map((part) => (
            <li key={part._id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 wrap-anywhere">{part.productName}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Take out ${part.productName}`}
                onClick={() => {
                  onChange(parts.filter(({ _id }) => _id !== part._id))
                  all.current?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {parts.length < most ? (
        <PartSearch
          label={label}
          name={name}
          error={error}
          except={parts.map(({ _id }) => _id)}
          onChoose={(part) => {
            onChange([...parts, part])
            return true
          }}
        />
      ) : (
        <p className="field-hint">At most {most} parts.</p>
      )}
    </fieldset>
  )
}
