import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/DeleteDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Link } from '~/platform/ui/Link.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { manageFitmentsRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { FitmentFiles } from '../csv/FitmentFiles.tsx'
import { CopyFitments } from './CopyFitments.tsx'
import type { ManagedFitment } from './contract.ts'
import { FitKindChoice } from './FitKindChoice.tsx'
import { FitmentForm } from './FitmentForm.tsx'
import { FitmentTable } from './FitmentTable.tsx'
import type { FitmentsData } from './fitments-route.ts'

export type Task = { is: 'add' | 'copy' } | { is: 'edit' | 'delete'; fitment: ManagedFitment }

/** Which cars a part is listed for, line by line. */
export function FitmentsPage() {
  const data = useLoaderData<FitmentsData | null>()
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  if (!data) return null
  const { rows, product, attributes } = data
  function close(hasChanged: boolean) {
    setTask(undefined)
    if (hasChanged) void revalidate()
  }
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
            <FitmentFiles onImported={() => void revalidate()} />
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
