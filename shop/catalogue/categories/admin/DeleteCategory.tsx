import { useState } from 'react'
import { DeleteDialog } from '~/platform/dialogs/DeleteDialog.tsx'
import { Dialog } from '~/platform/dialogs/Dialog.tsx'
import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { countOf } from '~/platform/figures.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import type { Category } from '../contract.ts'
import { noCategory } from '../rules.ts'

type Props = { category: Category; others: Category[]; onClose: (hasChanged: boolean) => void }

/** A group is deleted after its kinds. */
export function DeleteCategory(props: Props) {
  const { category, others, onClose } = props
  const kinds = others.filter(({ group }) => group === category._id)
  if (kinds.length === 0) return <AskAndDelete {...props} />
  const close = () => onClose(false)
  return (
    <Dialog
      onClose={close}
      title="Not empty yet"
      actions={
        <button type="button" className="btn btn-main" onClick={close}>
          OK
        </button>
      }
    >
      <p>Move its categories to another group or delete them first.</p>
      <DialogSubject name={category.name}>{countOf(kinds.length, 'category', 'categories')}</DialogSubject>
    </Dialog>
  )
}

/** Asks where its parts go, when it has any. */
function AskAndDelete({ category, others, onClose }: Props) {
  const [partsTo, setPartsTo] = useState<string>(noCategory)
  const { _id, name, parts } = category
  return (
    <DeleteDialog
      onDelete={() =>
        authApi(categoryRoutes.deleteCategory, {
          params: { id: _id },
          ...(parts > 0 && { query: { partsTo } }),
        })
      }
      about={
        <>
          <DialogSubject name={name}>{countOf(parts, 'part')}</DialogSubject>
          {parts > 0 && (
            <label className="mt-3 grid gap-1 text-left">
              <span className="font-semibold text-ink">Its parts go to</span>
              <select
                className="input"
                value={partsTo}
                onChange={(event) => setPartsTo(event.currentTarget.value)}
              >
                <option value={noCategory}>No category</option>
                {others.map((other) => (
                  <option key={other._id} value={other._id}>
                    {other.group && '\u00a0\u00a0\u00a0'}
                    {other.name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      }
      done="The category has been deleted."
      onClose={onClose}
    />
  )
}
