import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import { Thumbnail } from '../product/ProductPicture.tsx'
import type { Category } from './contract.ts'

type Props = { categories: Category[]; carried: { car?: string; facts?: string } }

/** The groups with parts in them, each with the picture of one. */
export const CategoryTiles = ({ categories, carried }: Props) => (
  <nav aria-label="Categories">
    <ul className="category-tiles">
      {categories
        .filter(({ group, parts }) => !group && parts > 0)
        .map(({ _id, name, path, parts, image }) => (
          <li key={_id} className="flex">
            <Link to={urls.shop({ ...carried, path })} className="category-tile">
              {image && (
                <Thumbnail image={image} shape="aspect-2/1 md:aspect-auto md:h-full md:w-18 md:flex-none" />
              )}
              <span className="wrap-anywhere">
                {name}{' '}
                <span className="font-normal text-muted">
                  {formatCount(parts)}
                  <span className="sr-only"> {parts === 1 ? 'part' : 'parts'}</span>
                </span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)
