import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { Dialog, DialogSubject, useTask } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { RowButton } from '~/platform/lists/Table.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { managedCategoryRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { urls } from '~/shop/urls.ts'
import type { Category } from '../contract.ts'
import { noCategory } from '../rules.ts'
import { CategoryForm } from './CategoryForm.tsx'

type Task = { is: 'add' } | { is: 'edit' | 'delete'; category: Category }

/** The tree in its order; every row is changed where it stands. */
export function CategoriesPage() {
  const categories = useLoaderData<Category[] | null>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  if (!categories) return null
  const groups = categories.filter(({ group }) => !group)
  async function move({ _id }: Category, to: 'up' | 'down') {
    try {
      await authApi(managedCategoryRoutes.moveCategory, { params: { id: _id }, body: { to } })
      await revalidate()
    } catch (error) {
      toastError(error)
    }
  }
  const rowOf = (category: Category, beside: Category[]) => (
    <Row
      category={category}
      isFirst={beside[0] === category}
      isLast={beside.at(-1) === category}
      onMove={(to) => void move(category, to)}
      onTask={(is) => setTask({ is, category })}
    />
  )
  return (
    <div className="grid gap-5">
      <ListHeading title="Categories" lead="Groups of the shop, and the kinds of part in each.">
        <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
          Add Category
        </button>
      </ListHeading>
      {groups.length === 0 && <p className="panel px-6 py-14 text-center">No categories yet</p>}
      <ul className="grid gap-4">
        {groups.map((group) => {
          const kinds = categories.filter((kind) => kind.group === group._id)
          return (
            <li key={group._id} className="panel px-4 py-2 shadow-none">
              {rowOf(group, groups)}
              {kinds.length > 0 && (
                <ul className="border-t border-line">
                  {kinds.map((kind) => (
                    <li key={kind._id} className="border-b border-line pl-4 last:border-0 sm:pl-6">
                      {rowOf(kind, kinds)}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      {task?.is === 'add' && <CategoryForm groups={groups} onClose={close} />}
      {task?.is === 'edit' && <CategoryForm category={task.category} groups={groups} onClose={close} />}
      {task?.is === 'delete' && (
        <DeleteCategory
          category={task.category}
          others={categories.filter((other) => other !== task.category)}
          onClose={close}
        />
      )}
    </div>
  )
}

type RowProps = {
  category: Category
  isFirst: boolean
  isLast: boolean
  onMove: (to: 'up' | 'down') => void
  onTask: (is: 'edit' | 'delete') => void
}

/** The buttons at the ends stay where they are, so that the focus does. */
const Row = ({ category, isFirst, isLast, onMove, onTask }: RowProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
    <div className="min-w-48 flex-1 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-3">
      <Link to={urls.shop({ path: category.path })} className="text-link font-semibold wrap-anywhere">
        {category.name}
      </Link>
      <p className="text-sm text-muted">{countOf(category.parts, 'part')}</p>
    </div>
    <span className="flex flex-wrap gap-2 max-sm:[&>.btn]:px-3">
      <MoveButton sign="↑" text="Move up" of={category.name} isEnd={isFirst} onClick={() => onMove('up')} />
      <MoveButton
        sign="↓"
        text="Move down"
        of={category.name}
        isEnd={isLast}
        onClick={() => onMove('down')}
      />
      <RowButton text="Edit" of={category.name} onClick={() => onTask('edit')} />
      <RowButton text="Delete" of={category.name} onClick={() => onTask('delete')} />
    </span>
  </div>
)

type MoveProps = { sign: string; text: string; of: string; isEnd: boolean; onClick: () => void }

const MoveButton = ({ sign, text, of, isEnd, onClick }: MoveProps) => (
  <button
    type="button"
    className="btn btn-quiet btn-small min-w-11"
    aria-label={`${text} ${of}`}
    aria-disabled={isEnd}
    onClick={() => isEnd || onClick()}
  >
    {sign}
  </button>
)

type Props = { category: Category; others: Category[]; onClose: (hasChanged: boolean) => void }

/** A group is deleted after its kinds. */
function DeleteCategory(props: Props) {
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
  const { _id, name } = category
  // What is hidden is not counted in the list: the server says it when it is asked to leave it behind.
  const [parts, setParts] = useState(category.parts)
  return (
    <DeleteDialog
      onDelete={() =>
        authApi(managedCategoryRoutes.deleteCategory, {
          params: { id: _id },
          ...(parts > 0 && { query: { partsTo } }),
        }).catch((error) => {
          if (error instanceof ApiError && error.reason === 'has_parts') setParts(Number(error.body.parts))
          throw error
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
