import { Icon } from '~/platform/ui/Icon.tsx'
import { Link } from '~/platform/ui/Link.tsx'
import { urls } from '~/shop/urls.ts'
import { isPartNumber } from '../rules.ts'

export const NothingFound = ({ q }: { q: string }) => (
  <div className="panel grid justify-items-center gap-4 px-6 py-16 text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-[22px] text-muted">
      <Icon name="search" />
    </span>
    <h3 className="text-[28px]">{q ? noResult(q) : 'The shelf is empty'}</h3>
    <p className="lead">
      {q
        ? 'Try one word fewer, the plain name of the part, or its part number.'
        : 'New parts are on their way. Please look in again soon.'}
    </p>
    <div className="mt-2 flex flex-wrap items-center justify-center gap-3">
      {q && (
        <Link to={urls.shop()} className="btn btn-main">
          See all parts
        </Link>
      )}
      <Link to={urls.contact()} className="btn btn-quiet">
        Ask the workshop
      </Link>
    </div>
  </div>
)

const noResult = (q: string) => (isPartNumber(q) ? 'No part of this number' : 'Not on our shelf')
