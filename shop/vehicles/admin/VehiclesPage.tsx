import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData, useRevalidator } from 'react-router'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject, useTask } from '~/platform/dialogs/Dialog.tsx'
import { keepUnits } from '~/platform/figures.ts'
import { CsvFiles } from '~/platform/import/ImportCsv.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { Cell, RowButton, Table } from '~/platform/lists/Table.tsx'
import { vehicleAdminRoutes } from '~/shop/admin-routes.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { readChoices } from '../choices.ts'
import { vehiclesFromEpa } from '../csv/epa-cars.ts'
import { monthsInWords } from '../months.ts'
import type { FitAttribute, ManagedVehicle } from './contract.ts'
import { VehicleForm } from './VehicleForm.tsx'

type Task = { is: 'add' } | { is: 'edit' | 'delete'; vehicle: ManagedVehicle }

/** Every car that parts can be listed for. */
export function VehiclesPage() {
  const data = useLoaderData<VehiclesData | null>()
  const { revalidate } = useRevalidator()
  const { task, setTask, close } = useTask<Task>()
  if (!data) return null
  const { rows, attributes } = data
  return (
    <>
      <ListPage
        title="Vehicles"
        lead="A car is a model with one engine, as it was built from one month to another."
        list={data}
        one="car"
        next="Next"
        address={(view) => urls.vehicles('', view)}
        actions={
          <div className="flex gap-2 max-sm:w-full max-sm:[&>.btn]:flex-1 max-sm:[&>.btn]:px-2">
            <CsvFiles
              download={() => fetchAs(vehicleAdminRoutes.exportVehicles)}
              title="Import vehicles"
              one="car"
              hint="The columns of the export, or vehicles.csv of fueleconomy.gov, whose model years are joined. With the column id cars are found by it, without it by their name and the first month. Cars are added or changed; none is removed."
              send={({ csv, ...key }) =>
                authApi(vehicleAdminRoutes.importVehicles, {
                  body: { csv: vehiclesFromEpa(csv) ?? csv, ...key },
                })
              }
              onImported={() => void revalidate()}
            />
            <button type="button" className="btn btn-main btn-small" onClick={() => setTask({ is: 'add' })}>
              Add Vehicle
            </button>
          </div>
        }
        search="Make, model or engine code"
        empty="No cars found"
      >
        <Vehicles vehicles={rows} attributes={attributes} onTask={setTask} />
      </ListPage>
      {task?.is === 'add' && <VehicleForm attributes={attributes} onClose={close} />}
      {task?.is === 'edit' && <VehicleForm attributes={attributes} vehicle={task.vehicle} onClose={close} />}
      {task?.is === 'delete' && (
        <DeleteDialog
          onDelete={() => authApi(vehicleAdminRoutes.deleteVehicle, { params: { id: task.vehicle._id } })}
          about={
            <DialogSubject name={task.vehicle.name}>
              Parts are no longer listed for it. Orders and garages keep its name.
            </DialogSubject>
          }
          done="The car has been deleted."
          onClose={close}
        />
      )}
    </>
  )
}

type Props = { vehicles: ManagedVehicle[]; attributes: FitAttribute[]; onTask: (task: Task) => void }

const Vehicles = ({ vehicles, attributes, onTask }: Props) => (
  <Table columns={['Car', 'Built', 'Kind', 'May have', 'Action']} dense>
    {vehicles.map((vehicle) => (
      <tr key={vehicle._id}>
        <td className="card-head font-medium">{vehicle.name}</td>
        <Cell name="Built">{monthsInWords({ from: vehicle.builtFrom, to: vehicle.builtTo || null })}</Cell>
        <Cell name="Kind">{kindOf(vehicle)}</Cell>
        <Cell name="May have">
          <Options options={vehicle.options} attributes={attributes} />
        </Cell>
        <td>
          <span className="flex justify-end gap-2 max-tables:mt-3">
            <RowButton text="Edit" of={vehicle.name} onClick={() => onTask({ is: 'edit', vehicle })} />
            <RowButton text="Delete" of={vehicle.name} onClick={() => onTask({ is: 'delete', vehicle })} />
          </span>
        </td>
      </tr>
    ))}
  </Table>
)

const kindOf = ({ body, fuel, powerKw }: ManagedVehicle) =>
  keepUnits([body, fuel, powerKw && `${powerKw} kW`].filter(Boolean).join(', ')) || '–'

function Options({ options, attributes }: { options: string; attributes: FitAttribute[] }) {
  const names = new Map(attributes.map(({ _id, name }) => [_id, name]))
  const choices = Object.entries(readChoices(options))
  if (choices.length === 0) return '–'
  return (
    <span className="grid gap-0.5 text-muted">
      {choices.map(([attribute, values]) => (
        <span key={attribute}>
          {names.get(attribute) ?? attribute}: {values.join(', ')}
        </span>
      ))}
    </span>
  )
}

type VehiclesData = Listed<ManagedVehicle> & { attributes: FitAttribute[] }

const loadList = listLoader(vehicleAdminRoutes.listManagedVehicles)

export async function loadVehicles(given: LoaderFunctionArgs): Promise<VehiclesData | null> {
  const [list, attributes] = await Promise.all([
    loadList(given),
    staffGet(vehicleAdminRoutes.listFitAttributes),
  ])
  return list && attributes ? { ...list, attributes } : null
}
