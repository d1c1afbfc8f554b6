import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { SelectField } from '~/platform/ui/Field.tsx'
import { categoryRoutes } from '~/shop/routes.ts'
import type { Category } from './contract.ts'

type Props = { label: string; name: string; defaultValue?: string; error?: string | undefined; hint?: string }

/** A choice among all categories, the kinds below their groups. Without a connection what was chosen stays. */
export function CategoryField({ defaultValue = '', ...field }: Props) {
  const categories = useCategories()
  const options = categories ?? (defaultValue ? [{ _id: defaultValue, name: defaultValue, group: '' }] : [])
  return (
    <SelectField {...field} defaultValue={defaultValue} className="input">
      <option value="">No category</option>
      {options.map((category) => (
        <option key={category._id} value={category._id}>
          {category.group && '\u00a0\u00a0\u00a0'}
          {category.name}
        </option>
      ))}
    </SelectField>
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
