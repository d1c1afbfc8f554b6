import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { CarriedCar } from '../product/slots.ts'
import type { Category } from './contract.ts'

type Props = {
  categories: Category[]
  current: string
  /** A search, and a list for a car, go on in whichever category is chosen. */
  carried: Carried
  onChoose: () => void
}
type Carried = CarriedCar & { q: string }

/** Groups with parts in them; the kinds of the group that is open. */
export function CategoryTree({ categories, current, carried, onChoose }: Props) {
  const shared = { carried, onChoose }
  const open = categories.find(({ _id }) => _id === current)
  const groupId = open?.group || current
  const isShown = ({ _id, parts }: Category) => parts > 0 || _id === current || _id === groupId
  return (
    <nav aria-label="Categories">
      <h3 className="mb-1 font-sans text-base font-semibold tracking-normal">Category</h3>
      <ul className="-mx-3 grid">
        <li>
          <Link
            to={urls.shop(carried)}
            onClick={onChoose}
            className="category-link"
            aria-current={current ? undefined : 'page'}
          >
            All parts
          </Link>
        </li>
        {categories
          .filter((category) => !category.group && isShown(category))
          .map((group) => (
            <li key={group._id}>
              <CategoryLink category={group} isCurrent={group._id === current} {...shared} />
              {group._id === groupId && (
                <ul className="mb-2 grid border-l border-line pl-3">
                  {categories
                    .filter((kind) => kind.group === group._id && isShown(kind))
                    .map((kind) => (
                      <li key={kind._id}>
                        <CategoryLink category={kind} isCurrent={kind._id === current} {...shared} />
                      </li>
                    ))}
                </ul>
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}

type LinkProps = { category: Category; isCurrent: boolean; carried: Carried; onChoose: () => void }

const CategoryLink = ({ category, isCurrent, carried, onChoose }: LinkProps) => (
  <Link
    to={urls.shop({ ...carried, path: category.path })}
    onClick={onChoose}
    className="category-link"
    aria-current={isCurrent ? 'page' : undefined}
  >
    <span className="min-w-0 wrap-anywhere">{category.name}</span>
    <span className="text-sm text-muted tabular-nums">
      {formatCount(category.parts)}
      <span className="sr-only"> {category.parts === 1 ? 'part' : 'parts'}</span>
    </span>
  </Link>
)
