import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef } from 'react'
import { countOf } from '~/platform/figures.ts'
import { ChoiceField } from '~/platform/ui/Field.tsx'
import { isOnItsWay } from '~/shop/images/use-pictures.ts'
import { AttributeRows } from '../attributes/AttributeRows.tsx'
import { CategoryField, MoreFields, ProductInputs } from '../fields/ProductInputs.tsx'
import type { FieldName } from '../fields/product-fields.ts'
import { fieldNames, productFields } from '../fields/product-fields.ts'
import { NumberRows } from '../numbers/NumberRows.tsx'
import type { Pictures } from './pictures/PicturesField.tsx'
import { PicturesField } from './pictures/PicturesField.tsx'

/** The form of a product; what stands beside it can belong to it, too. */
export const productForm = 'product-form'

/** Pictures have a field of their own kind, for all of them together. */
export const typedNames = fieldNames.filter((name) => name !== 'image' && name !== 'morePictures')

/** Each has its place; a field that is named nowhere here stands among those that a product can do without. */
const main = ['productName', 'availableQty', 'orderQty', 'price', 'deposit', 'productDescription'] as const
const placed: FieldName[] = [...main, 'category', 'brand', 'attributes', 'numbers', 'fitKind', 'visibility']
const more = typedNames.filter((name) => !placed.includes(name))

export type Input = { defaultValue?: string; hint?: string; required?: boolean }

type Props = {
  /** Stock is set when a product is added; later it moves with every order. */
  hasStock: boolean
  errors: Partial<Record<FieldName, string | undefined>>
  inputOf: (name: FieldName) => Input
  category: string
  onCategory: (category: string) => void
  pictures: Pictures
  /** Whether somebody else has changed something meanwhile. */
  hasNews?: boolean
}

/** What kind of part it is comes first: that says by what it is described. */
export function ProductFields(props: Props) {
  const { hasStock, errors, inputOf, category, onCategory, pictures, hasNews = false } = props
  const rows = (name: 'attributes' | 'numbers') => ({
    name,
    label: productFields[name].label,
    error: errors[name],
    hint: productFields[name].input.hint,
    ...inputOf(name),
  })
  const { defaultValue: _, ...ofCategory } = inputOf('category')
  return (
    <>
      <div className="panel grid gap-5 p-5 shadow-none sm:p-8">
        <div className="grid gap-5 sm:grid-cols-2">
          <CategoryField
            {...ofCategory}
            label={productFields.category.label}
            name="category"
            value={category}
            onChange={onCategory}
            error={errors.category}
          />
          <ProductInputs names={['brand']} errors={errors} inputOf={inputOf} />
        </div>
        <ProductInputs
          names={main.filter((name) => hasStock || name !== 'availableQty')}
          errors={errors}
          inputOf={inputOf}
        />
      </div>
      <Panel>
        <PicturesField
          pictures={pictures}
          error={errors.image ?? errors.morePictures}
          hint={inputOf('image').hint}
        />
      </Panel>
      <Panel>
        <AttributeRows {...rows('attributes')} category={category} />
      </Panel>
      <Panel>
        <NumberRows {...rows('numbers')} />
      </Panel>
      <MoreFields names={more} errors={errors} inputOf={inputOf} hasNews={hasNews} />
      <Panel>
        <ProductInputs names={['visibility']} errors={errors} inputOf={inputOf} />
      </Panel>
    </>
  )
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="panel p-5 shadow-none sm:p-8">{children}</div>
)

/** How complete the list of cars is, beside the list. */
export const FitKindField = ({ inputOf }: Pick<Props, 'inputOf'>) => (
  <ChoiceField
    label={productFields.fitKind.label}
    name="fitKind"
    form={productForm}
    choices={productFields.fitKind.input.choices!}
    hint={productFields.fitKind.input.hint!}
    {...inputOf('fitKind')}
  />
)

type ActionsProps = {
  pictures: Pictures
  isSending: boolean
  problem: string | undefined
  children: ReactNode
}

/** Always in view: what saves, and what it waits for. */
export function SaveBar({ pictures, isSending, problem, children }: ActionsProps) {
  const onTheWay = pictures.tiles.filter(isOnItsWay).length
  return (
    <div className="save-bar">
      <div role="alert" className="basis-full empty:hidden">
        {problem && <p className="field-error">{problem}</p>}
      </div>
      {children}
      <p role="status" className="text-sm text-muted empty:hidden">
        {isSending &&
          onTheWay > 0 &&
          `Saved as soon as ${countOf(onTheWay, 'picture')} ${onTheWay === 1 ? 'is' : 'are'} here`}
      </p>
    </div>
  )
}

/** Whether the form says something else than when it was opened or saved; `settle` is called when it is saved. */
export function useIsChanged(round: number) {
  const before = useRef('')
  const settle = useCallback(() => {
    before.current = said()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins with another form
  useEffect(settle, [round])
  return { isChanged: useCallback(() => said() !== before.current, []), settle }
}

/** The first of a name is what is sent; those behind it are the rows that it is made of. */
function said() {
  const form = document.getElementById(productForm) as HTMLFormElement | null
  const fields = new Map<string, FormDataEntryValue>()
  for (const [name, value] of form ? new FormData(form) : []) if (!fields.has(name)) fields.set(name, value)
  return JSON.stringify([...fields])
}
