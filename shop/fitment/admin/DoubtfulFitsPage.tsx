import { Link, useLoaderData } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, Table } from '~/platform/lists/Table.tsx'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { DoubtfulFit } from './contract.ts'

/** Lines that are allowed and look wrong; each leads to where it is mended. */
export function DoubtfulFitsPage() {
  const data = useLoaderData<Listed<DoubtfulFit> | null>()
  if (!data) return null
  return (
    <ListPage
      title="Doubtful fits"
      lead="Lines that are allowed and look wrong: conditions that a sibling lacks, odd quantities, remarks that look like conditions."
      list={data}
      one="line"
      next="Next"
      address={(view) => urls.vehicles('doubtful', view)}
      empty={data.nextFrom ? 'Nothing found so far' : 'Nothing looks wrong here'}
    >
      <Table columns={['Part', 'Car', 'Place', 'Needed', 'Why', 'Action']} figures={['Needed']} dense>
        {data.rows.map((fit) => (
          <tr key={fit._id}>
            <td className="card-head font-medium">{fit.productName}</td>
            <Cell name="Car">{fit.vehicleName}</Cell>
            <Cell name="Place">{fit.position || '–'}</Cell>
            <Cell name="Needed">{fit.quantity === 0 ? 'none' : formatCount(fit.quantity)}</Cell>
            <Cell name="Why">
              <span className="grid gap-0.5">
                {fit.reasons.map((reason) => (
                  <span key={reason}>{reason}</span>
                ))}
              </span>
            </Cell>
            <td>
              <span className="flex justify-end max-tables:mt-3">
                <Link
                  to={urls.fitments(fit.productId, { q: fit.vehicleId })}
                  className="btn btn-quiet btn-small"
                >
                  Mend
                  <span className="sr-only">
                    {' '}
                    {fit.productName} for {fit.vehicleName}
                  </span>
                </Link>
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </ListPage>
  )
}
