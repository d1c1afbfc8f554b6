import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { useTask } from '~/platform/dialogs/Dialog.tsx'
import { countOf, formatCount } from '~/platform/figures.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, Table } from '~/platform/lists/Table.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { feedsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Feeds, LeftOutPart } from './contract.ts'

const loadList = listLoader(feedsRoutes.listLeftOut)

export async function loadFeeds(input: LoaderFunctionArgs) {
  const [list, feeds] = await Promise.all([loadList(input), staffGet(feedsRoutes.getFeeds)])
  return list && feeds ? { list, feeds } : null
}

type Task = { is: 'renew' | 'off' }

/** Where search engines and social networks fetch the parts, and which parts they would refuse. */
export function FeedsPage() {
  const { list, feeds } = useLoaderData<{ list: Listed<LeftOutPart>; feeds: Feeds }>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  const change = (route: typeof feedsRoutes.renewFeedKey, done: string) =>
    authApi(route, { body: { version: feeds.version } })
      .then(() => toast('success', done), toastError)
      .finally(() => {
        close(false)
        void revalidate()
      })
  const make = () => change(feedsRoutes.renewFeedKey, 'The addresses are made: copy them')
  return (
    <>
      <ListPage
        title="Feeds"
        lead="Google and Meta fetch the parts by these addresses. Below is what they would refuse."
        list={list}
        one="part left out"
        many="parts left out"
        empty={feeds.inFeeds > 0 ? 'No part is left out' : 'There are no parts yet'}
        actions={
          feeds.addresses ? (
            <span className="flex flex-wrap gap-2">
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() => setTask({ is: 'renew' })}
              >
                New addresses
              </button>
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() => setTask({ is: 'off' })}
              >
                Switch off
              </button>
            </span>
          ) : (
            <button type="button" className="btn btn-main btn-small" onClick={() => void make()}>
              Make the addresses
            </button>
          )
        }
        notice={<Overview feeds={feeds} />}
      >
        <Table columns={['Part', 'Why it is left out']}>
          {list.rows.map(({ _id, name, problems }) => (
            <tr key={_id}>
              <td className="card-head">
                <Link className="text-link font-semibold [overflow-wrap:anywhere]" to={urls.editProduct(_id)}>
                  {name}
                </Link>
              </td>
              <Cell name="Why it is left out">
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </Cell>
            </tr>
          ))}
        </Table>
      </ListPage>
      {task?.is === 'renew' && (
        <ConfirmDialog
          title="New addresses?"
          yes="Yes, make them"
          busy="Making them…"
          onYes={make}
          onNo={() => close(false)}
        >
          <p>The addresses of now lead nowhere from then on: enter the new ones at Google and Meta.</p>
        </ConfirmDialog>
      )}
      {task?.is === 'off' && (
        <ConfirmDialog
          title="Switch the feeds off?"
          yes="Yes, switch them off"
          busy="Switching them off…"
          onYes={() => change(feedsRoutes.switchOffFeeds, 'The feeds are off')}
          onNo={() => close(false)}
        >
          <p>Their addresses lead nowhere from then on, for good. Switched on again, they have others.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const Overview = ({ feeds: { addresses, isHttps, inFeeds, leftOut, problems } }: { feeds: Feeds }) => (
  <section aria-label="Overview" className="panel grid grid-cols-1 gap-4 p-5">
    {!isHttps && (
      <p className="rounded-lg bg-warn-tint px-4 py-3 text-warn">
        The address of the shop (PUBLIC_URL) does not begin with https://, which Google and Meta ask for.
      </p>
    )}
    {addresses && (
      <>
        <CopiedField label="Google Merchant Center" value={addresses.google} />
        <CopiedField label="Catalogue of Meta" value={addresses.meta} />
      </>
    )}
    <p>
      <b>{countOf(inFeeds, 'part')}</b> in the feeds, <b>{formatCount(leftOut)}</b> left out
      {problems.length > 0 && ':'}
    </p>
    {problems.length > 0 && (
      <ul className="list-disc pl-5 text-sm text-muted">
        {problems.map(({ text, parts }) => (
          <li key={text}>
            {text}: {countOf(parts, 'part')}
          </li>
        ))}
      </ul>
    )}
  </section>
)

function CopiedField({ label, value }: { label: string; value: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast('success', 'Copied')
    } catch {
      toast('error', 'Your browser does not let us copy. Mark it and copy it yourself.')
    }
  }
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
      <Field
        label={label}
        value={value}
        readOnly
        className="font-mono"
        onFocus={({ target }) => target.select()}
      />
      <button
        type="button"
        className="btn btn-quiet"
        aria-label={`Copy the address for ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </button>
    </div>
  )
}
