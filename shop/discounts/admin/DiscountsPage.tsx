import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { longDay } from '~/platform/dates.ts'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { countOf, formatCount } from '~/platform/figures.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { formatDollars } from '~/platform/money.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { manageDiscountsRoutes } from '~/shop/admin-routes.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { ChangeCodeForm, NewCodeForm } from './CodeForms.tsx'
import type { DiscountCode } from './contract.ts'

export { DiscountsPage as Component }

const loadCodes = listLoader(manageDiscountsRoutes.listDiscounts)

export async function loader(input: LoaderFunctionArgs) {
  const [list, categories] = await Promise.all([loadCodes(input), staffGet(categoryRoutes.listCategories)])
  return list && categories ? { list, categories } : null
}

type Task = { is: 'add' } | { is: 'change' | 'end'; code: DiscountCode }

/** What was made, how often it is used, and what may still be changed of it. */
function DiscountsPage() {
  const data = useLoaderData<{ list: Listed<DiscountCode>; categories: Category[] } | null>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  if (!data) return null
  async function setState({ _id, version, code }: DiscountCode, state: DiscountCode['state']) {
    try {
      await authApi(manageDiscountsRoutes.changeDiscount, { params: { id: _id }, body: { version, state } })
      toast('success', `${code} ${doneWords[state]}`)
    } catch (error) {
      toastError(error)
    }
    await revalidate()
  }
  return (
    <>
      <ListPage
        title="Discount codes"
        list={data.list}
        one="code"
        search="Code"
        empty="No codes yet"
        actions={
          <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
            Make a code
          </button>
        }
      >
        <Table columns={['Code', 'Takes off', 'For', 'When', 'Used', 'Given', 'Change']} figures={['Given']}>
          {data.list.rows.map((code) => (
            <Row
              key={code._id}
              code={code}
              onTask={(is) => setTask({ is, code })}
              onState={(state) => void setState(code, state)}
            />
          ))}
        </Table>
      </ListPage>
      {task?.is === 'add' && <NewCodeForm categories={data.categories} onClose={close} />}
      {task?.is === 'change' && <ChangeCodeForm code={task.code} onClose={close} />}
      {task?.is === 'end' && (
        <ConfirmDialog
          title={`End ${task.code.code}?`}
          yes="Yes, end it"
          busy="Ending…"
          onYes={() => setState(task.code, 'ended').finally(() => close(false))}
          onNo={() => close(false)}
        >
          <p>
            It cannot be used any more, for good. What was ordered with it stays as it is, and no other code
            can have its name.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const doneWords = { on: 'can be used', paused: 'is paused', ended: 'has ended' }

type RowProps = {
  code: DiscountCode
  onTask: (is: 'change' | 'end') => void
  onState: (state: 'on' | 'paused') => void
}

const Row = ({ code, onTask, onState }: RowProps) => (
  <tr>
    <td className="card-head">
      <b className="font-semibold break-all">{code.code}</b>{' '}
      <span className={`chip ${stateOf(code).look}`}>{stateOf(code).text}</span>
    </td>
    <Cell name="Takes off">
      {code.kind === 'percent' ? `${code.value} %` : formatDollars(code.value)}
      {code.minimum > 0 && (
        <span className="block text-[13px] text-muted">from {formatDollars(code.minimum)}</span>
      )}
    </Cell>
    <Cell name="For">
      <span className="wrap-anywhere">{partsOf(code)}</span>
      {code.customers === 'first_purchase' && (
        <span className="block text-[13px] text-muted">first purchase only</span>
      )}
    </Cell>
    <Cell name="When">
      from {longDay(new Date(code.startsAt))}
      {code.endsAt && <span className="block">until {lastDay(code.endsAt)}</span>}
    </Cell>
    <Cell name="Used">
      {formatCount(code.uses)}
      {code.mostUses !== undefined && ` of ${formatCount(code.mostUses)}`}
      {code.mostPerPerson !== undefined && (
        <span className="block text-[13px] text-muted">
          {countOf(code.mostPerPerson, 'time', 'times')} each
        </span>
      )}
    </Cell>
    <Cell name="Given">{formatDollars(code.given)}</Cell>
    <td>
      {code.state !== 'ended' && (
        <span className="flex flex-wrap gap-2">
          <RowButton
            text={code.state === 'on' ? 'Pause' : 'Go on'}
            of={code.code}
            onClick={() => onState(code.state === 'on' ? 'paused' : 'on')}
          />
          <RowButton text="Change" of={code.code} onClick={() => onTask('change')} />
          <RowButton text="End" of={code.code} onClick={() => onTask('end')} />
        </span>
      )}
    </td>
  </tr>
)

const lastDay = (endsAt: string) => longDay(new Date(Date.parse(endsAt) - 1))

function stateOf({ state, startsAt, endsAt, mostUses, uses }: DiscountCode) {
  const now = new Date().toISOString()
  const quiet = 'bg-sunken text-muted'
  if (state === 'ended' || (endsAt && endsAt <= now)) return { text: 'Ended', look: quiet }
  if (state === 'paused') return { text: 'Paused', look: 'bg-warn-tint text-warn' }
  if (startsAt > now) return { text: 'Not begun', look: quiet }
  if (mostUses !== undefined && uses >= mostUses) return { text: 'Used up', look: quiet }
  return { text: 'On', look: 'bg-accent-tint text-accent-text' }
}

function partsOf({ categories, products }: DiscountCode) {
  const names = [...categories, ...products].map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : 'all parts'
}
