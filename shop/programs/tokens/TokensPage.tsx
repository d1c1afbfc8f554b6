import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { longDay } from '~/platform/dates.ts'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { userRoutes } from '~/shop/account-routes.ts'
import { tokensRoutes } from '~/shop/admin-routes.ts'
import { roleNames } from '~/shop/identity/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import type { ApiToken } from './contract.ts'
import { NewTokenForm } from './NewTokenForm.tsx'

const loadList = listLoader(tokensRoutes.listTokens)

export async function loadTokens(input: LoaderFunctionArgs) {
  const [list, account] = await Promise.all([loadList(input), staffGet(userRoutes.getMyAccount)])
  return list && account ? { list, ...account } : null
}

type Task = { is: 'add' } | { is: 'revoke'; token: ApiToken }

/** Who else may call the API of the shop, and with which rights. */
export function TokensPage() {
  const { list, hasPassword } = useLoaderData<{ list: Listed<ApiToken>; hasPassword: boolean }>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  async function revoke({ _id, name }: ApiToken) {
    try {
      await authApi(tokensRoutes.revokeToken, { params: { id: _id } })
      toast('success', `${name} is shut out`)
    } catch (error) {
      toastError(error)
    }
    await revalidate()
  }
  return (
    <>
      <ListPage
        title="Other programs"
        lead="A script, a till or an ERP calls the shop with a token, by its role."
        list={list}
        one="token"
        search="Name of the program"
        empty="No program has been let in"
        actions={
          <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
            Make a token
          </button>
        }
      >
        <Table columns={['Program', 'Role', 'Made', 'Last used', 'Until', 'Change']} leastFirst={['Made']}>
          {list.rows.map((token) => (
            <Row key={token._id} token={token} onRevoke={() => setTask({ is: 'revoke', token })} />
          ))}
        </Table>
      </ListPage>
      {task?.is === 'add' && <NewTokenForm hasPassword={hasPassword} onClose={close} />}
      {task?.is === 'revoke' && (
        <ConfirmDialog
          title={`Shut out ${task.token.name}?`}
          yes="Yes, revoke its token"
          busy="Revoking…"
          onYes={() => revoke(task.token).finally(() => close(false))}
          onNo={() => close(false)}
        >
          <p>Its next call is refused. A token that was revoked never works again.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const Row = ({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) => {
  const state = stateOf(token)
  return (
    <tr>
      <td className="card-head">
        <b className="font-semibold wrap-anywhere">{token.name}</b>{' '}
        <span className={`chip ${state.look}`}>{state.text}</span>
        <span className="block text-[13px] text-muted">ends with {token.lastLetters}</span>
      </td>
      <Cell name="Role">{roleNames[token.role]}</Cell>
      <Cell name="Made">
        <DateTime at={token.createdAt} />
        {token.madeBy && <span className="block text-[13px] text-muted">by {token.madeBy}</span>}
      </Cell>
      <Cell name="Last used">
        {token.lastUsedAt ? <DateTime at={token.lastUsedAt} toTheMinute /> : 'never'}
      </Cell>
      <Cell name="Until">{longDay(new Date(Date.parse(token.expiresAt) - 1))}</Cell>
      <td>{state.works && <RowButton text="Revoke" of={token.name} onClick={onRevoke} />}</td>
    </tr>
  )
}

function stateOf({ revokedAt, expiresAt }: ApiToken) {
  const quiet = 'bg-sunken text-muted'
  if (revokedAt) return { text: 'Revoked', look: quiet, works: false }
  if (Date.parse(expiresAt) <= Date.now()) return { text: 'Over', look: quiet, works: false }
  return { text: 'On', look: 'bg-accent-tint text-accent-text', works: true }
}
