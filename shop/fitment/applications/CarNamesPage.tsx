import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useTask, WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { formatCount } from '~/platform/figures.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { SelectField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { applicationsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { UnknownCarName } from './contract.ts'

const states = { open: 'Open', every: 'All' }

export const loadCarNames = listLoader(applicationsRoutes.listCarNames, Object.keys(states))

const kinds: Record<UnknownCarName['kind'], string> = { make: 'Make', model: 'Model', engine: 'Engine' }

/** What suppliers call cars, and what these are called here. */
export function CarNamesPage() {
  const data = useLoaderData<Listed<UnknownCarName> | null>()
  const { task, setTask, close } = useTask<UnknownCarName>()
  if (!data) return null
  return (
    <>
      <ListPage
        title="Names of cars"
        lead="Names in the lists of suppliers that no car of ours has. A name is never taken for one that is like it: say which car is meant, and lists that are made from then on know it."
        list={data}
        one="name"
        next="Next"
        states={states}
        address={(view) => urls.vehicles('names', view)}
        search="Name"
        empty={data.view.state === 'open' ? 'No name waits to be explained' : 'No such name yet'}
      >
        <Table columns={['Name', 'Is a', 'Of', 'Lines', 'Here', 'Action']} figures={['Lines']} dense>
          {data.rows.map((row) => (
            <tr key={row._id}>
              <td className="card-head font-medium wrap-anywhere">{row.name}</td>
              <Cell name="Is a">{kinds[row.kind]}</Cell>
              <Cell name="Of">{row.within || '–'}</Cell>
              <Cell name="Lines">{formatCount(row.applications)}</Cell>
              <Cell name="Here">{row.target || 'Not known'}</Cell>
              <td>
                <span className="flex justify-end max-tables:mt-3">
                  <RowButton text="Explain" of={row.name} onClick={() => setTask(row)} />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      </ListPage>
      {task && <ExplainName row={task} onClose={close} />}
    </>
  )
}

function ExplainName({ row, onClose }: { row: UnknownCarName; onClose: (hasChanged: boolean) => void }) {
  const params = { id: row._id }
  const [choices, setChoices] = useState<string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog is about one name
  useEffect(() => {
    void authApi(applicationsRoutes.listNameChoices, { params }).then(setChoices, () => setChoices([]))
  }, [])
  const form = useForm({
    fields: { target: () => undefined },
    async send({ target }) {
      await authApi(applicationsRoutes.setCarName, { params, body: { target } })
      toast('success', `${row.name} saved`)
      onClose(true)
    },
  })
  return (
    <WideDialog title={row.name} onClose={() => onClose(false)}>
      {choices && (
        <SaveForm of={form} save="Save name">
          <SelectField
            label={`${kinds[row.kind]} here`}
            name="target"
            className="input"
            defaultValue={row.target}
            error={form.errors.target}
            hint="Choose one only if the supplier means the same."
          >
            <option value="">Not known</option>
            {[...new Set([...choices, ...(row.target ? [row.target] : [])])].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </SaveForm>
      )}
    </WideDialog>
  )
}
