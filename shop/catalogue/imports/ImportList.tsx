import { Link } from 'react-router'
import { countOf, formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { urls } from '~/shop/urls.ts'
import type { ProductImport } from './contract.ts'
import { ImportChip, unnamed } from './ImportChip.tsx'

/** The files that are or were imported. */
export const ImportList = ({ imports }: { imports: ProductImport[] }) => (
  <section className="grid grid-cols-1 gap-3" aria-labelledby="imports">
    <h2 id="imports" className="text-[22px]">
      Files so far
    </h2>
    <ul className="panel grid grid-cols-1 divide-y divide-line shadow-none">
      {imports.map(({ _id: id, fileName, supplier, state, createdAt, lines, added, changed, startedAt }) => (
        <li key={id} className="grid grid-cols-1 gap-1 px-5 py-3">
          <Link to={urls.importProducts(id)} className="text-link justify-self-start wrap-anywhere">
            {fileName || unnamed}
          </Link>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <ImportChip state={state} />
            <span>
              <DateTime at={createdAt} toTheMinute />
              {supplier && `, ${supplier}`}, {countOf(lines, 'line')}
              {startedAt && `: ${formatCount(added)} new, ${formatCount(changed)} changed`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)
