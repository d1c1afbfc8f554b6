import { useEffect, useId, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import type { Category } from './contract.ts'
import { categoryRoutes } from './routes.ts'

type Props = {
  label: string
  name: string
  defaultValue?: string
  error?: string | undefined
  hint?: string
  /** What stands for no category. */
  none?: string
}

/** A choice among all categories, the kinds below their groups. Without a connection what was chosen stays. */
export function CategoryField({ label, name, defaultValue = '', error, hint, none = 'No category' }: Props) {
  const id = useId()
  const categories = useCategories()
  const options = categories ?? (defaultValue ? [{ _id: defaultValue, name: defaultValue, group: '' }] : [])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
      >
        <option value="">{none}</option>
        {options.map((category) => (
          <option key={category._id} value={category._id}>
            {category.group && '\u00a0\u00a0\u00a0'}
            {category.name}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function useCategories() {
  const [categories, setCategories] = useState<Category[]>()
  useEffect(() => {
    getByHttp(categoryRoutes.listCategories).then(
      ({ data }) => setCategories(data),
      () => {},
    )
  }, [])
  return categories
}
