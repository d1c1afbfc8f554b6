import { useId, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject, useTask } from '~/platform/dialogs/Dialog.tsx'
import { formatCount } from '~/platform/figures.ts'
import { CsvFiles } from '~/platform/import/ImportCsv.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import {
  fitmentsCsvRoutes,
  manageFitmentsRoutes,
  manageRoutes,
  vehicleAdminRoutes,
} from '~/shop/admin-routes.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { detailsIn, productFields } from '~/shop/catalogue/fields/product-fields.ts'
import type { FitKind } from '~/shop/catalogue/rules.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listed, staffGet, staffList } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { readChoices } from '~/shop/vehicles/choices.ts'
import { monthsInWords } from '~/shop/vehicles/months.ts'
import { CopyFitments } from './CopyFitments.tsx'
import type { ManagedFitment } from './contract.ts'
import { FitmentForm } from './FitmentForm.tsx'

export type FitmentTask = { is: 'add' | 'copy' } | { is: 'edit' | 'delete'; fitment: ManagedFitment }

/** Which cars a part is listed for, line by line. */
function FitmentsPage() {
  const data = useLoaderData<FitmentsData | null>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<FitmentTask>()
  if (!data) return null
  const { rows, product, attributes } = data
  return (
    <>
      <Link
        to={urls.manageProducts({ q: product.productName })}
        className="text-link mb-4 inline-flex min-h-11 items-center gap-2 text-sm"
      >
        <Icon name="back" />
        Manage Products
      </Link>
      <ListPage
        title={`Cars of ${product.productName}`}
        list={data}
        one="line"
        next="Next"
        address={(view) => urls.fitments(product._id, view)}
        actions={
          <div className="flex flex-wrap gap-2">
            <CsvFiles
              download={() => fetchAs(fitmentsCsvRoutes.exportFitments)}
              title="Import cars of parts"
              one="line"
              hint="The columns of the export, which holds all parts. A product is named by its id or its own number, a car by its id. Lines are added, or their quantity and remark change; none is removed."
              send={(body) => authApi(fitmentsCsvRoutes.importFitments, { body })}
              onImported={() => void revalidate()}
            />
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setTask({ is: 'copy' })}>
              Copy from another part
            </button>
            <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
              Add a car
            </button>
          </div>
        }
        search="Make, model or engine"
        notice={<FitKindChoice product={product} onSaved={() => void revalidate()} />}
        empty="No cars on the list of this part yet"
      >
        <FitmentTable fitments={rows} attributes={attributes} onTask={setTask} />
      </ListPage>
      {task?.is === 'copy' && <CopyFitments product={product} onClose={close} />}
      {task?.is === 'add' && <FitmentForm product={product} attributes={attributes} onClose={close} />}
      {task?.is === 'edit' && (
        <FitmentForm product={product} attributes={attributes} fitment={task.fitment} onClose={close} />
      )}
      {task?.is === 'delete' && (
        <DeleteDialog
          onDelete={() => authApi(manageFitmentsRoutes.deleteFitment, { params: { id: task.fitment._id } })}
          about={<DialogSubject name={task.fitment.vehicleName}>{product.productName}</DialogSubject>}
          done="The line has been removed."
          onClose={close}
        />
      )}
    </>
  )
}

const { label, choices, hint } = productFields.fitKind.input

/** How complete the list is: the same field as in Edit, where it is decided. */
function FitKindChoice({ product, onSaved }: { product: Product; onSaved: () => void }) {
  const id = useId()
  const [isSaving, setIsSaving] = useState(false)
  async function save(fitKind: FitKind) {
    setIsSaving(true)
    const seen = detailsIn(product)
    try {
      await authApi(manageRoutes.editProduct, {
        params: { id: product._id },
        body: { ...seen, fitKind, seen },
      })
      toast('success', `${product.productName} saved`)
    } catch (error) {
      toastError(error)
    } finally {
      setIsSaving(false)
      onSaved()
    }
  }
  return (
    <div className="field max-w-xl">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={product.fitKind}
        disabled={isSaving}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => void save(currentTarget.value as FitKind)}
      >
        {Object.entries(choices!).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  )
}

type Props = {
  fitments: ManagedFitment[]
  attributes: FitAttribute[]
  onTask: (task: FitmentTask) => void
}

const FitmentTable = ({ fitments, attributes, onTask }: Props) => (
  <Table columns={['Car', 'Place', 'Needed', 'Only if', 'Remark', 'Action']} figures={['Needed']} dense>
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

type FitmentsData = Listed<ManagedFitment> & { product: Product; attributes: FitAttribute[] }

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FitmentsData | null> {
  const view = readListQuery(request)
  const byId = { params: { id: params.id! } }
  const [found, product, attributes] = await Promise.all([
    staffList(manageFitmentsRoutes.listFitments, { ...byId, query: { ...view, limit: rowsPerPage } }),
    staffGet(manageRoutes.getManagedProduct, byId),
    staffGet(vehicleAdminRoutes.listFitAttributes),
  ])
  return found && product && attributes ? { ...listed(found, view), product, attributes } : null
}

export { FitmentsPage as Component }
