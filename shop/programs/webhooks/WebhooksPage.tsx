import { useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { formatCount } from '~/platform/figures.ts'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { webhooksRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Webhook } from './contract.ts'
import { toldEvents } from './rules.ts'
import { EditWebhookForm, NewWebhookForm, SecretDialog } from './WebhookForms.tsx'

type Task =
  | { is: 'add' }
  | { is: 'edit' | 'delete' | 'renew'; webhook: Webhook }
  | { is: 'secret'; secret: string }

/** Where the shop tells other programs what happens. */
export function WebhooksPage() {
  const webhooks = useLoaderData<Webhook[]>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  const report = (act: Promise<unknown>, done: string) =>
    act.then(() => toast('success', done), toastError).finally(() => void revalidate())
  const at = ({ _id }: Webhook) => ({ params: { id: _id } })
  const setState = (webhook: Webhook, state: Webhook['state']) =>
    void report(
      authApi(webhooksRoutes.changeWebhook, { ...at(webhook), body: { state } }),
      state === 'on' ? 'It is told what happens from now on' : 'It is told nothing until it is on again',
    )
  async function renew(webhook: Webhook) {
    try {
      const { secret } = await authApi(webhooksRoutes.renewWebhookSecret, at(webhook))
      setTask({ is: 'secret', secret })
    } catch (error) {
      toastError(error)
      close(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListHeading title="Webhooks" lead="The shop tells these addresses what happens, as it happens.">
        <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
          Add a webhook
        </button>
      </ListHeading>
      {webhooks.length === 0 ? (
        <p className="panel px-6 py-14 text-center font-display text-[22px] font-bold">No webhooks yet</p>
      ) : (
        <Table
          columns={['Address', 'Is told', 'Waiting', 'Failed', 'Change']}
          figures={['Waiting', 'Failed']}
        >
          {webhooks.map((webhook) => (
            <tr key={webhook._id}>
              <td className="card-head">
                <b className="font-semibold [overflow-wrap:anywhere]">{webhook.address}</b>{' '}
                <span
                  className={`chip ${webhook.state === 'on' ? 'bg-accent-tint text-accent-text' : 'bg-warn-tint text-warn'}`}
                >
                  {webhook.state === 'on' ? 'On' : 'Paused'}
                </span>
              </td>
              <Cell name="Is told">{toldOf(webhook)}</Cell>
              <Cell name="Waiting">{formatCount(webhook.waiting)}</Cell>
              <Cell name="Failed">{formatCount(webhook.failed)}</Cell>
              <td>
                <span className="flex flex-wrap gap-2">
                  <RowButton
                    text={webhook.state === 'on' ? 'Pause' : 'Go on'}
                    of={webhook.address}
                    onClick={() => setState(webhook, webhook.state === 'on' ? 'paused' : 'on')}
                  />
                  {webhook.state === 'on' && (
                    <RowButton
                      text="Test"
                      of={webhook.address}
                      onClick={() =>
                        void report(
                          authApi(webhooksRoutes.testWebhook, at(webhook)),
                          'A test is on its way: Deliveries shows how it was answered',
                        )
                      }
                    />
                  )}
                  <RowButton
                    text="Change"
                    of={webhook.address}
                    onClick={() => setTask({ is: 'edit', webhook })}
                  />
                  <RowButton
                    text="New secret"
                    of={webhook.address}
                    onClick={() => setTask({ is: 'renew', webhook })}
                  />
                  <RowButton
                    text="Delete"
                    of={webhook.address}
                    onClick={() => setTask({ is: 'delete', webhook })}
                  />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {task?.is === 'add' && <NewWebhookForm onClose={close} />}
      {task?.is === 'edit' && <EditWebhookForm webhook={task.webhook} onClose={close} />}
      {task?.is === 'secret' && <SecretDialog secret={task.secret} onClose={() => close(true)} />}
      {task?.is === 'renew' && (
        <ConfirmDialog
          title="A new secret?"
          yes="Yes, make one"
          busy="Making it…"
          onYes={() => renew(task.webhook)}
          onNo={() => close(false)}
        >
          <p>What is sent is signed with both for a day, so that the receiver can change over.</p>
        </ConfirmDialog>
      )}
      {task?.is === 'delete' && (
        <ConfirmDialog
          onYes={() =>
            report(authApi(webhooksRoutes.deleteWebhook, at(task.webhook)), 'The webhook is deleted').finally(
              () => close(false),
            )
          }
          onNo={() => close(false)}
        >
          <p className="[overflow-wrap:anywhere]">
            {task.webhook.address} is told nothing more, also not what waits. Its log goes with it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const toldOf = ({ events }: Webhook) =>
  events.length === Object.keys(toldEvents).length
    ? 'everything'
    : events.map((event) => event.replace('.', ' ')).join(', ')
