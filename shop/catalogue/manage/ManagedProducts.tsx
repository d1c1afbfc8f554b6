import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { firstNumber } from '~/platform/lists/read-list-query.ts'
import { Cell, RowButton, Table, useColumn } from '~/platform/lists/Table.tsx'
import { formatDollarsAfter } from '~/platform/money.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { manageRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import type { ManageSort, Visibility } from '../list-rules.ts'
import { Thumbnail } from '../product/ProductPicture.tsx'
import { stockMark } from '../stock/stock-marks.ts'
import type { ManageView } from './ManageProductsPage.tsx'
import type { ManagedProduct } from './manage-contract.ts'
import { Restock } from './Restock.tsx'

type Props = {
  products: ManagedProduct[]
  view: ManageView
  onChanged: () => void
  onDelete: (product: Product) => void
}

export const ManagedProducts = ({ products, view, onChanged, onDelete }: Props) => (
  <Table
    dense
    leastFirst={['Sl.', 'Minimum Order Quantity']}
    figures={['Minimum Order Quantity', 'Price']}
    columns={[
      'Sl.',
      'image',
      <SortHead key="name" view={view} up="name" down="name-down" text="order Name" />,
      <SortHead key="stock" view={view} up="stock-low" down="stock-high" text="Available Quantity" />,
      'Minimum Order Quantity',
      <SortHead key="price" view={view} up="price-low" down="price-high" text="Price" />,
      'Action',
    ]}
  >
    {products.map((product, n) => (
      <tr key={product._id}>
        <Cell name="Sl.">{firstNumber(view) + n}</Cell>
        <td className="row-picture">
          <Thumbnail image={product.image} />
        </td>
        <td className="card-head font-medium">
          <span className="grid min-w-0 gap-1">
            <span>
              {keepUnits(product.productName)}{' '}
              {product.visibility === 'hidden' && (
                <span className="chip bg-warn-tint align-middle text-warn">Hidden</span>
              )}
              {product.pictureNote && (
                <span className="block py-1 text-[13px] font-normal text-warn">{product.pictureNote}</span>
              )}
            </span>
            <span className="flex w-fit gap-3 text-[13px] font-normal whitespace-nowrap">
              <Link
                to={urls.fitments(product._id)}
                aria-label={`Cars of ${product.productName}`}
                className="text-link py-1"
              >
                Cars
              </Link>
              <Link
                to={urls.addProduct(product._id)}
                aria-label={`Duplicate ${product.productName}`}
                className="text-link py-1"
              >
                Duplicate
              </Link>
              <VisibilityButton product={product} onChanged={onChanged} className="text-link py-1" />
            </span>
          </span>
        </td>
        <Cell name="Available Quantity">
          <span className="grid justify-items-start gap-1 max-tables:justify-items-end">
            <StockMark product={product} />
            <Restock product={product} onChanged={onChanged} />
          </span>
        </Cell>
        <Cell name="Minimum Order Quantity">{product.orderQty}</Cell>
        <Cell name="Price">
          <span className="whitespace-nowrap">{formatDollarsAfter(product.price)}</span>
        </Cell>
        <td>
          <span className="flex justify-end gap-2 max-tables:mt-3">
            <Link
              to={urls.editProduct(product._id)}
              className="btn btn-quiet btn-small whitespace-nowrap"
              aria-label={`Edit ${product.productName}`}
            >
              Edit
            </Link>
            <RowButton text="Delete" of={product.productName} onClick={() => onDelete(product)} />
          </span>
        </td>
      </tr>
    ))}
  </Table>
)

/** What everybody can read does not say it, because it is shown. */
export type MaybeHidden = Product & { visibility?: Visibility }

type VisibilityProps = { product: MaybeHidden; onChanged: () => void; className: string }

/** One click, which the next one takes back. */
export function VisibilityButton({ product, onChanged, className }: VisibilityProps) {
  const { _id, productName, visibility } = product
  const [isSending, setIsSending] = useState(false)
  const next = visibility === 'hidden' ? 'shown' : 'hidden'
  async function change() {
    if (isSending) return
    setIsSending(true)
    try {
      await authApi(manageRoutes.setVisibility, { params: { id: _id }, body: { visibility: next } })
      toast('success', `${productName} is ${next === 'hidden' ? 'hidden' : 'shown in the shop'}`)
    } catch (error) {
      toastError(error)
    }
    setIsSending(false)
    onChanged()
  }
  const text = next === 'hidden' ? 'Hide' : 'Show'
  return (
    <button
      type="button"
      className={className}
      aria-label={`${text} ${productName}`}
      aria-disabled={isSending}
      onClick={() => void change()}
    >
      {text}
    </button>
  )
}

function StockMark({ product }: { product: Product }) {
  const mark = stockMark(product)
  if (mark === 'out') return <span className="chip bg-danger-tint text-danger">Out of stock</span>
  if (mark === 'low') return <span className="chip bg-warn-tint text-warn">Low stock</span>
  return null
}

type HeadProps = { view: ManageView; up: ManageSort; down: ManageSort; text: string }

function SortHead({ view, up, down, text }: HeadProps) {
  const sorted = view.sort === up ? 'ascending' : view.sort === down ? 'descending' : undefined
  const next = view.sort === up ? down : up
  return (
    <th scope="col" aria-sort={sorted} className={useColumn(text)}>
      <Link
        to={urls.manageProducts({ ...view, page: 1, from: '', sort: next })}
        className="sort-link"
        preventScrollReset
      >
        {text}
        <span aria-hidden="true">{sorted === 'ascending' ? '↑' : sorted === 'descending' ? '↓' : '↕'}</span>
      </Link>
    </th>
  )
}

const sortNames: Record<ManageView['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  'stock-low': 'Stock, low to high',
  'stock-high': 'Stock, high to low',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
}
const stockNames: Record<ManageView['stock'], string> = {
  '': 'All stock',
  low: 'Low stock',
  out: 'Out of stock',
}

const visibilityNames: Record<ManageView['visibility'], string> = {
  '': 'Shown and hidden',
  shown: 'Shown in the shop',
  hidden: 'Hidden',
}

export function ManageFilters({ view }: { view: ManageView }) {
  const navigate = useNavigate()
  const show = (chosen: { stock: string } | { visibility: string } | { sort: string }) =>
    void navigate(urls.manageProducts({ ...view, page: 1, from: '', ...chosen }), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2">
      <Choice label="Stock" names={stockNames} value={view.stock} choose={(stock) => show({ stock })} />
      <Choice
        label="Visibility"
        names={visibilityNames}
        value={view.visibility}
        choose={(visibility) => show({ visibility })}
      />
      <Choice label="Sort by" names={sortNames} value={view.sort} choose={(sort) => show({ sort })} />
    </div>
  )
}

type ChoiceProps = {
  label: string
  names: Record<string, string>
  value: string
  choose: (value: string) => void
}

const Choice = ({ label, names, value, choose }: ChoiceProps) => (
  <select
    aria-label={label}
    className="input text-sm"
    value={value}
    onChange={(event) => choose(event.currentTarget.value)}
  >
    {Object.entries(names).map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
)
