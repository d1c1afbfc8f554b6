import { useState } from 'react'
import { DeleteDialog } from '~/platform/dialogs/DeleteDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/DialogSubject.tsx'
import { countOf } from '~/platform/figures.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Category } from '../contract.ts'
import { categoryRoutes } from '../routes.ts'

type Props = { category: Category; others: Category[]; onClose: (hasChanged: boolean) => void }

/** Asks where its parts go, when it has any. */
export function DeleteCategory({ category, others, onClose }: Props) {
  const [partsTo, setPartsTo] = useState('none')
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
                <option value="none">No category</option>
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
