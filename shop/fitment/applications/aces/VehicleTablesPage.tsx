import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { vehicleTablesRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet, useCurrent } from '~/shop/identity/session/private-get.ts'
import type { VehicleTables } from './contract.ts'

export const loadVehicleTables = () => staffGet(vehicleTablesRoutes.listVehicleTables)

/** By which tables the numbers in ACES files are read. */
export function VehicleTablesPage() {
  const loaded = useLoaderData<VehicleTables[] | null>()
  return loaded && <Editions loaded={loaded} />
}

function Editions({ loaded }: { loaded: VehicleTables[] }) {
  const { current: editions, reload } = useCurrent(loaded, {
    read: () => authApi(vehicleTablesRoutes.listVehicleTables),
    isMoving: (some) => some.some(({ state }) => state === 'reading'),
  })
  const [mayBeOlder, setMayBeOlder] = useState(false)
  const current = editions.find(({ state }) => state === 'current')
  const last = editions.find(({ state }) => state !== 'current')
  const isReading = last?.state === 'reading'
  async function read() {
    try {
      await authApi(vehicleTablesRoutes.readVehicleTables, { body: { mayBeOlder } })
    } catch (error) {
      toastError(error)
    }
    await reload()
  }
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <ListHeading
        title="Vehicle tables"
        lead="ACES files name cars by the numbers of the VCdb, places by those of the PCdb. Put the tables that you have licensed, as text files, into the folder vcdb of the shop’s data. They stay in this shop: no file that it writes has their words."
      />
      {isReading && <p role="status">The tables are being read. You may close this page.</p>}
      {last?.state === 'broken' && (
        <p role="alert" className="rounded-control bg-danger-tint p-4 text-danger">
          {last.problem}
        </p>
      )}
      {last?.state === 'failed' && (
        <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
          The shop has tried it several times and got no further. Ask the operator of the shop to look at its
          log.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={isReading}
          onClick={() => isReading || void read()}
        >
          {current ? 'Read the folder again' : 'Read the folder'}
        </button>
        {current && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-5 flex-none accent-accent"
              checked={mayBeOlder}
              onChange={({ target }) => setMayBeOlder(target.checked)}
            />
            Also if they are older than these
          </label>
        )}
      </div>
      {current ? <Edition {...current} /> : !isReading && <p>There are no vehicle tables here yet.</p>}
    </div>
  )
}

const Edition = ({ edition, createdAt, tables, missing }: VehicleTables) => (
  <section className="grid grid-cols-1 gap-4" aria-labelledby="edition">
    <h2 id="edition" className="text-[22px]">
      Edition {edition}
    </h2>
    <p className="text-muted">
      Read <DateTime at={createdAt} toTheMinute />. Lists from ACES files follow by themselves.
    </p>
    <dl className="panel grid grid-cols-1 gap-x-6 gap-y-1 p-5 text-sm shadow-none sm:grid-cols-2 lg:grid-cols-3">
      {tables.map(({ name, rows }) => (
        <div key={name} className="flex justify-between gap-3">
          <dt>{name}</dt>
          <dd className="tabular-nums">{formatCount(rows)}</dd>
        </div>
      ))}
    </dl>
    {missing.length > 0 && (
      <p className="text-muted wrap-anywhere">
        Not in the folder, so that what they explain stays open: {missing.join(', ')}.
      </p>
    )}
  </section>
)
