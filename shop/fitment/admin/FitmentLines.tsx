import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { formatCount } from '~/platform/figures.ts'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { manageFitmentsRoutes } from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { monthsInWords } from '~/shop/vehicles/months.ts'
import { CopyFitments } from './CopyFitments.tsx'
import type { ManagedFitment } from './contract.ts'
import { FitmentForm } from './FitmentForm.tsx'

export type FitmentTask = { is: 'add' } | { is: 'copy' } | { is: 'edit' | 'delete'; fitment: ManagedFitment }

type TableProps = {
  fitments: ManagedFitment[]
  attributes: FitAttribute[]
  onTask: (task: { is: 'edit' | 'delete'; fitment: ManagedFitment }) => void
}

/** Which cars a part is listed for, line by line. */
export const FitmentTable = ({ fitments, attributes, onTask }: TableProps) => (
  <Table columns={['Car', 'Place', 'Needed', 'Only if', 'Remark', 'Action']} figures={['Needed']} dense>
    {fitments.map((fitment) => (
      <tr key={fitment._id}>
        <td className="card-head font-medium">{fitment.vehicleName}</td>
        <Cell name="Place">{fitment.position || '–'}</Cell>
        <Cell name="Needed">{fitment.quantity === 0 ? 'none' : formatCount(fitment.quantity)}</Cell>
        <Cell name="Only if">
          <Conditions fitment={fitment} attributes={attributes} />
        </Cell>
        <Cell name="Remark">
          <span className="grid gap-0.5">
            {fitment.remark || (!fitment.source && '–')}
            {fitment.source && <span className="text-muted">from {fitment.source}</span>}
          </span>
        </Cell>
        <td>
          <span className="flex justify-end gap-2 max-tables:mt-3">
            <RowButton text="Edit" of={fitment.vehicleName} onClick={() => onTask({ is: 'edit', fitment })} />
            {!fitment.source && (
              <RowButton
                text="Remove"
                of={fitment.vehicleName}
                onClick={() => onTask({ is: 'delete', fitment })}
              />
            )}
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
  const conditions = Object.entries(readChoices(fitment.conditions)).map(
    ([attribute, values]) => `${names.get(attribute) ?? attribute}: ${values.join(' or ')}`,
  )
  if (builtFrom) conditions.push(`built ${monthsInWords({ from: builtFrom, to: builtTo || null })}`)
  else if (builtTo) conditions.push(`built until ${builtTo}`)
  if (mustCheck) conditions.push(`“${mustCheck}”`)
  if (conditions.length === 0) return '–'
  return (
    <span className="grid gap-0.5">
      {conditions.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
}

type DialogProps = {
  task: FitmentTask
  product: Product
  attributes: FitAttribute[]
  onClose: (hasChanged: boolean) => void
}

/** What is being done with the lines of a part. */
export function FitmentDialog({ task, product, attributes, onClose }: DialogProps) {
  const common = { attributes, productName: product.productName, onClose }
  if (task.is === 'copy') return <CopyFitments product={product} onClose={onClose} />
  if (task.is === 'add')
    return (
      <FitmentForm
        {...common}
        save={(body) => authApi(manageFitmentsRoutes.addFitment, { params: { id: product._id }, body })}
      />
    )
  const { fitment } = task
  const params = { id: fitment._id }
  if (task.is === 'edit')
    return (
      <FitmentForm
        {...common}
        fitment={fitment}
        save={(body) => authApi(manageFitmentsRoutes.editFitment, { params, body })}
      />
    )
  return (
    <DeleteDialog
      onDelete={() => authApi(manageFitmentsRoutes.deleteFitment, { params })}
      about={<DialogSubject name={fitment.vehicleName}>{product.productName}</DialogSubject>}
      done="The line has been removed."
      onClose={onClose}
    />
  )
}
