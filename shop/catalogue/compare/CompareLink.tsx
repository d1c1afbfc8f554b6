import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'

type Props = { product: Product; kind: Category | undefined }

/** On the page of a part; nothing for one without measures, or alone of its kind. */
export const CompareLink = ({ product: { _id, attributes }, kind }: Props) =>
  attributes && kind?.group && kind.parts > 1 ? (
    <p>
      <Link to={urls.compare([_id])} rel="nofollow" className="text-link inline-flex min-h-11 items-center">
        Compare with other parts of its kind
      </Link>
    </p>
  ) : null
