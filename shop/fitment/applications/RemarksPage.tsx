import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { useTask, WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { formatCount } from '~/platform/figures.ts'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { ChoiceField, Field, SelectField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { applicationsRoutes, vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import { modelYear } from '~/shop/vehicles/facts.ts'
import { longestCell } from './application.ts'
import type { ApplicationNote, NoteMeaning } from './contract.ts'

const states = { open: 'Without a meaning', every: 'All' }
const loadList = listLoader(applicationsRoutes.listApplicationNotes, Object.keys(states))

type RemarksData = Listed<ApplicationNote> & { attributes: FitAttribute[] }

export async function loadRemarks(given: LoaderFunctionArgs): Promise<RemarksData | null> {
  const [list, attributes] = await Promise.all([
    loadList(given),
    staffGet(vehicleAdminRoutes.listFitAttributes),
  ])
  return list && attributes ? { ...list, attributes } : null
}

const meanings: Record<ApplicationNote['meaning'], string> = {
  '': 'Nobody has said it: it restricts',
  restricts: 'It restricts',
  informs: 'It only informs',
  attribute: 'The car must have …',
}

/** What suppliers write beside cars, and what that means: once for each text. */
export function RemarksPage() {
  const data = useLoaderData<RemarksData | null>()
  const { task, setTask, close } = useTask<ApplicationNote>()
  if (!data) return null
  const { attributes } = data
  return (
    <>
      <ListPage
        title="Remarks"
        lead="What suppliers write beside cars. It restricts until you say otherwise, once for each text: parts then fit “if” it is so."
        list={data}
        one="remark"
        next="Next"
        states={states}
        address={(view) => urls.vehicles('remarks', view)}
        search="Words"
        empty={data.view.state === 'open' ? 'No remark waits for its meaning' : 'No remark yet'}
      >
        <Table columns={['Remark', 'Lines', 'Meaning', 'Action']} figures={['Lines']} dense>
          {data.rows.map((row) => (
            <tr key={row._id}>
              <td className="card-head font-medium wrap-anywhere">{row.text}</td>
              <Cell name="Lines">{formatCount(row.applications)}</Cell>
              <Cell name="Meaning">{meaningOf(row, attributes)}</Cell>
              <td>
                <span className="flex justify-end max-tables:mt-3">
                  <RowButton text="Explain" of={row.text} onClick={() => setTask(row)} />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      </ListPage>
      {task && <ExplainRemark row={task} attributes={attributes} onClose={close} />}
    </>
  )
}

const meaningOf = ({ meaning, attribute, value }: ApplicationNote, attributes: FitAttribute[]) =>
  meaning === 'attribute'
    ? `${attributes.find(({ _id }) => _id === attribute)?.name ?? attribute}: ${value}`
    : meanings[meaning]

type Props = { row: ApplicationNote; attributes: FitAttribute[]; onClose: (hasChanged: boolean) => void }

function ExplainRemark({ row, attributes, onClose }: Props) {
  const [meaning, setMeaning] = useState<string>(row.meaning)
  const form = useForm({
    fields: { meaning: () => undefined, attribute: () => undefined, value: () => undefined },
    async send(typed) {
      const body = { ...typed, meaning: typed.meaning as NoteMeaning['meaning'] }
      await authApi(applicationsRoutes.setNoteMeaning, { params: { id: row._id }, body })
      toast('success', 'The meaning is saved')
      onClose(true)
    },
  })
  return (
    <WideDialog title={row.text} onClose={() => onClose(false)}>
      <SaveForm of={form} save="Save meaning">
        <ChoiceField
          label="What does it mean?"
          name="meaning"
          className="input"
          choices={meanings}
          value={meaning}
          onChange={({ target }) => setMeaning(target.value)}
          error={form.errors.meaning}
        />
        {meaning === 'attribute' && (
          <>
            <SelectField
              label="Question about the car"
              name="attribute"
              className="input"
              defaultValue={row.attribute}
              error={form.errors.attribute}
            >
              <option value="">Choose one</option>
              {attributes
                .filter(({ _id }) => _id !== modelYear)
                .map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            <Field
              label="Answer"
              name="value"
              maxLength={longestCell}
              defaultValue={row.value}
              error={form.errors.value}
              hint="As cars have it: “312 mm”, “manual”."
            />
          </>
        )}
      </SaveForm>
    </WideDialog>
  )
}
