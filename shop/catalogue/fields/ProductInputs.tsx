import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { ChoiceField, Field, SelectField, TextField } from '~/platform/ui/Field.tsx'
import { categoryRoutes } from '~/shop/routes.ts'
import type { Category } from '../categories/contract.ts'
import type { FieldName } from './product-fields.ts'
import { fieldOf } from './product-fields.ts'

type Props<Name extends FieldName> = {
  names: readonly Name[]
  errors: Partial<Record<Name, string | undefined>>
  /** What else the form says about a field. */
  inputOf: (name: Name) => { required?: boolean; defaultValue?: string; hint?: string }
}

/** The fields of a product that are typed, in this order; short ones that follow each other share a row. */
export const ProductInputs = <Name extends FieldName>({ names, errors, inputOf }: Props<Name>) =>
  rowsOf(names).map((row) => {
    const inputs = row.map((name) => (
      <ProductInput key={name} name={name} error={errors[name]} {...inputOf(name)} />
    ))
    if (row.length === 1) return inputs
    return (
      <div key={row[0]} className={`grid gap-5 ${row.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}>
        {inputs}
      </div>
    )
  })

type InputProps = {
  name: FieldName
  error: string | undefined
  required?: boolean
  defaultValue?: string
  hint?: string
}

function ProductInput({ name, ...given }: InputProps) {
  const { maxLength, input } = fieldOf(name)
  const { hint } = input
  const common = {
    label: input.label,
    name,
    ...(maxLength && { maxLength }),
    ...(hint && { hint }),
    ...given,
  }
  if (input.choices) return <ChoiceField {...common} choices={input.choices} />
  if (input.isLong) return <TextField {...common} />
  return <Field {...common} {...(input.inputMode && { inputMode: input.inputMode })} />
}

const mostInRow = 3
const isShort = (name: FieldName) => fieldOf(name).input.inputMode !== undefined

function rowsOf<Name extends FieldName>(names: readonly Name[]) {
  const rows: Name[][] = []
  for (const name of names) {
    const row = rows.at(-1)
    if (row && row.length < mostInRow && isShort(name) && isShort(row[0]!)) row.push(name)
    else rows.push([name])
  }
  return rows
}

/** What a product can do without, folded away unless it is filled in or wrong. */
export function MoreFields<Name extends FieldName>({ names, errors, inputOf, hasNews }: MoreProps<Name>) {
  const [isOpen, setIsOpen] = useState(names.some((name) => inputOf(name).defaultValue))
  // Opened once when there is something to see: mending it must not fold the field away from who is typing there.
  const mustSee = hasNews || names.some((name) => errors[name])
  const [hadToSee, setHadToSee] = useState(false)
  if (mustSee !== hadToSee) {
    setHadToSee(mustSee)
    if (mustSee) setIsOpen(true)
  }
  return (
    <details
      className="panel p-5 shadow-none sm:px-8"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-[18px] font-semibold">More about this part</summary>
      <div className="grid gap-5 pt-5 pb-2">
        <ProductInputs names={names} errors={errors} inputOf={inputOf} />
      </div>
    </details>
  )
}

type MoreProps<Name extends FieldName> = Props<Name> & {
  /** Whether somebody else has changed one of them meanwhile. */
  hasNews: boolean
}

type CategoryFieldProps = {
  label: string
  name: string
  value: string
  onChange: (category: string) => void
  error?: string | undefined
  hint?: string
}

/** A choice among all categories, the kinds below their groups. Without a connection what was chosen stays. */
export function CategoryField({ value, onChange, ...field }: CategoryFieldProps) {
  return (
    <SelectField {...field} value={value} onChange={({ target }) => onChange(target.value)} className="input">
      <CategoryOptions categories={useCategories()} value={value} />
    </SelectField>
  )
}

export function CategoryOptions({
  categories,
  value,
}: {
  categories: Category[] | undefined
  value: string
}) {
  const isListed = categories?.some(({ _id }) => _id === value)
  return (
    <>
      <option value="">No category</option>
      {value && !isListed && <option value={value}>{value}</option>}
      {categories?.map((category) => (
        <option key={category._id} value={category._id}>
          {category.group && '\u00a0\u00a0\u00a0'}
          {category.name}
        </option>
      ))}
    </>
  )
}

export function useCategories() {
  const [categories, setCategories] = useState<Category[]>()
  useEffect(() => {
    getByHttp(categoryRoutes.listCategories).then(
      ({ data }) => setCategories(data),
      () => {},
    )
  }, [])
  return categories
}
