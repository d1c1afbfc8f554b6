import { SelectField } from '~/platform/ui/Field.tsx'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { ChosenParts } from '~/shop/catalogue/manage/ChosenParts.tsx'
import { mostCodeParts } from '../rules.ts'

export type CodeScope = { is: 'all' | 'categories' | 'parts'; parts: Pick<Product, '_id' | 'productName'>[] }

type Props = {
  scope: CodeScope
  onChange: (scope: CodeScope) => void
  categories: Category[]
  errors: { category?: string | undefined; products?: string | undefined }
}

/** What a code is for. Parts that were chosen stay chosen while somebody looks at the categories. */
export const CodePartsFields = ({ scope, onChange, categories, errors }: Props) => (
  <>
    <SelectField
      label="Parts"
      className="input"
      value={scope.is}
      onChange={({ target }) => onChange({ ...scope, is: target.value as CodeScope['is'] })}
    >
      <option value="all">all parts</option>
      <option value="categories">some categories</option>
      <option value="parts">some parts</option>
    </SelectField>
    {scope.is === 'categories' && (
      <SelectField
        label="Categories"
        name="category"
        className="input min-h-40"
        multiple
        required
        error={errors.category}
        hint="A group stands for all of its kinds. Hold Ctrl or ⌘ for several."
      >
        {categories.map(({ _id, name, group }) => (
          <option key={_id} value={_id}>
            {group ? `\u2003${name}` : name}
          </option>
        ))}
      </SelectField>
    )}
    {scope.is === 'parts' && (
      <ChosenParts
        legend="Parts it is for"
        label="Find a part it is for"
        name="products"
        parts={scope.parts}
        most={mostCodeParts}
        onChange={(parts) => onChange({ ...scope, parts })}
        error={errors.products}
      />
    )}
  </>
)
