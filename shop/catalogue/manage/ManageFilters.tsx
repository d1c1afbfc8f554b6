import { useNavigate } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { ManageView } from './manage-route.ts'

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

export function ManageFilters({ view }: { view: ManageView }) {
  const navigate = useNavigate()
  const show = (chosen: { stock: string } | { sort: string }) =>
    void navigate(urls.manageProducts({ ...view, page: 1, from: '', ...chosen }), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:w-full">
      <Choice label="Stock" names={stockNames} value={view.stock} choose={(stock) => show({ stock })} />
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
