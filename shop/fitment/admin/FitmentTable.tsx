import { formatCount } from '~/platform/figures.ts'
import { Cell } from '~/platform/lists/Cell.tsx'
import { RowButton } from '~/platform/lists/RowButton.tsx'
import { Table } from '~/platform/lists/Table.tsx'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { monthsInWords } from '~/shop/vehicles/months.ts'
import type { ManagedFitment } from './contract.ts'
import type { Task } from './FitmentsPage.tsx'

type Props = {
  fitments: ManagedFitment[]
  attributes: FitAttribute[]
  onTask: (task: Task) => void
}

export const FitmentTable = ({ fitments, attributes, onTask }: Props) => (
  <Table columns={['Car', 'Place', 'Needed', 'Only if', 'Remark', 'Action']} dense>
    {fitments.map((fitment) => (
      <tr key={fitment._id}>
        <td className="card-head font-medium">{fitment.vehicleName}</td>
        <Cell name="Place">{fitment.position || '–'}</Cell>
        <Cell name="Needed">{fitment.quantity === 0 ? 'none' : formatCount(fitment.quantity)}</Cell>
        <Cell name="Only if">
          <Conditions fitment={fitment} attributes={attributes} />
        </Cell>
        <Cell name="Remark">{fitment.remark || '–'}</Cell>
        <td>
          <span className="flex justify-end gap-2 max-tables:mt-3">
            <RowButton text="Edit" of={fitment.vehicleName} onClick={() => onTask({ is: 'edit', fitment })} />
            <RowButton
              text="Remove"
              of={fitment.vehicleName}
              onClick={() => onTask({ is: 'delete', fitment })}
            />
          </span>
        </td>
      </tr>
    ))}
  </Table>
)

/** What restricts a line: by fields, by months, and in words that only a person can judge. */
function Conditions({ fitment, attributes }: { fitment: ManagedFitment; attributes: FitAttribute[] }) {
  const { builtFrom, builtTo, mustCheck } = fitment
  const names = new Map(attributes.map(({ _id, name }) => [_id, name]))
  const said = Object.entries(readChoices(fitment.conditions)).map(
    ([attribute, values]) => `${names.get(attribute) ?? attribute}: ${values.join(' or ')}`,
  )
  if (builtFrom) said.push(`built ${monthsInWords({ from: builtFrom, to: builtTo || null })}`)
  else if (builtTo) said.push(`built until ${builtTo}`)
  if (mustCheck) said.push(`“${mustCheck}”`)
  if (said.length === 0) return '–'
  return (
    <span className="grid gap-0.5">
      {said.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
}
