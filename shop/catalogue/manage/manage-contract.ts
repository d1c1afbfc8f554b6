import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { choice, OnePageQuery } from '~/platform/lists/list-query.ts'
import { formatDollars, toCents, toDollars } from '~/platform/money.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { isChargeable, notChargeable } from '~/shop/payments/rules.ts'
import { Product, productValues } from '../contract.ts'
import type { ProductField } from '../fields/field-kinds.ts'
import type { DetailName, FieldName, OptionalName, ProductValues } from '../fields/product-fields.ts'
import { detailNames, fieldOf, mapFields } from '../fields/product-fields.ts'
import { manageSorts, visibilities } from '../list-rules.ts'
import { noSuchProduct } from '../rules.ts'
import { stockFilters } from '../stock/stock-marks.ts'

type Inputs = { [Name in FieldName]: z.ZodType<ProductValues[Name], ProductValues[Name] | string> }

const inputs = mapFields(inputOf) as Inputs

function inputOf(field: ProductField): z.ZodType {
  const required = field.problem('')
  if (['text', 'lines', 'choice', 'category', 'pictures'].includes(field.kind)) {
    return typed(field.maxLength!, required).transform((given, context) => {
      const problem = field.problem(given)
      if (problem) context.addIssue({ code: 'custom', message: problem })
      return problem ? z.NEVER : field.fromText(given)
    })
  }
  // Numbers may come as text too: that is what a plain form sends.
  return z.union([z.number(), z.string().max(4000)], { error: required! }).transform((given, context) => {
    const asTyped = String(given).trim()
    const problem = field.problem(asTyped)
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return field.fromText(asTyped)
  })
}

/** What a client does not name is empty. */
export const NewProduct = z.object(
  mapFields((field, name) =>
    field.isOptional ? (inputs[name] as z.ZodType).default(field.fromText('')) : inputs[name],
  ) as Inputs,
)

/** New details, and those that the admin saw before: what somebody else changed in between is not overwritten. */
export const EditedProduct = z.object({ ...edited(inputs), seen: z.object(edited(productValues)) })
export type EditedProduct = z.output<typeof EditedProduct>

/** What a client does not name stays as it is. */
function edited<Schemas extends Record<DetailName, z.ZodType>>(schemas: Schemas) {
  const mayStay = (name: DetailName) => name === 'productName' || fieldOf(name).isOptional
  return Object.fromEntries(
    detailNames.map((name) => [name, mayStay(name) ? z.optional(schemas[name]) : schemas[name]]),
  ) as {
    [Name in DetailName]: Name extends OptionalName | 'productName'
      ? z.ZodOptional<Schemas[Name]>
      : Schemas[Name]
  }
}

export const ManageQuery = OnePageQuery.extend({
  sort: choice(manageSorts),
  stock: z.enum(stockFilters).optional().catch(undefined),
  visibility: z
    .enum(['all', ...visibilities])
    .catch('all')
    .default('all'),
})
export type ManageQuery = z.output<typeof ManageQuery>

/** With what is to be said about a picture that is not here yet. */
export const ManagedProduct = Product.extend({ ...productValues, pictureNote: z.string().optional() })
export type ManagedProduct = z.infer<typeof ManagedProduct>

const byId = z.object({ id: z.string() })

export const manageContract = {
  listManagedProducts: { query: ManageQuery, response: z.array(ManagedProduct) },
  getManagedProduct: { params: byId, response: ManagedProduct },
  setVisibility: {
    params: byId,
    body: z.object({ visibility: z.enum(visibilities, 'Visibility must be one of shown, hidden') }),
    response: z.object({ modifiedCount: z.number().int() }),
  },
  addProduct: { body: NewProduct, response: z.object({ insertedId: z.string() }) },
  editProduct: {
    params: byId,
    body: EditedProduct,
    response: z.object({ modifiedCount: z.number().int() }),
  },
  deleteProduct: { params: byId, response: z.object({ deletedCount: z.number().int() }) },
} satisfies Contract
export type ManageContract = typeof manageContract

type Priced = { price: number; deposit: number; orderQty: number }

export const smallestOrderWords = (amount: string) =>
  `The smallest order of this part comes to ${amount}. ${notChargeable}`

/**
 * What the smallest order of a part comes to when no card can pay that; undefined for what is free, and for one that was
 * there before and keeps its price and quantity.
 */
export function unpayableSmallestOrder(after: Priced, before?: Priced) {
  const isSame = (['price', 'deposit', 'orderQty'] as const).every((name) => before?.[name] === after[name])
  if (isSame) return undefined
  const cents = (toCents(after.price) + toCents(after.deposit)) * after.orderQty
  return cents === 0 || isChargeable(cents) ? undefined : formatDollars(toDollars(cents))
}

export const refuse = refusalsOf({
  unknown_product: [404, noSuchProduct],
  name_taken: [409, 'There is already a product named “{productName}”. Choose another name.'],
  number_taken: [409, '“{number}” is already the own number of another part of this brand.'],
  changed_meanwhile: [
    409,
    'Somebody else has changed this product since you opened it. Look at the new values and save again.',
  ],
  smallest_order: [422, smallestOrderWords('{amount}'), 'invalid'],
})
