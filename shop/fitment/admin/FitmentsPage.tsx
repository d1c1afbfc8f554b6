import { useId, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { CsvFiles } from '~/platform/import/ImportCsv.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { rowsPerPage } from '~/platform/lists/list-limits.ts'
import { readListQuery } from '~/platform/lists/read-list-query.ts'
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
import type { ManagedFitment } from './contract.ts'
import type { FitmentTask } from './FitmentLines.tsx'
import { FitmentDialog, FitmentTable } from './FitmentLines.tsx'

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
      {task && <FitmentDialog task={task} product={product} attributes={attributes} onClose={close} />}
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
