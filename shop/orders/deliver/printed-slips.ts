import { createStore } from '~/platform/client/store.ts'
import { countOf } from '~/platform/figures.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Parcel } from './contract.ts'

type Seen = Pick<Parcel, '_id' | 'version'>

const most = 500

/** By parcel, the version that went to paper in this browser last: somebody may hold it in their hands. */
const printed = createStore<Record<string, string>>(
  {},
  {
    key: 'printedSlips',
    read: (stored) => (stored && typeof stored === 'object' ? (stored as Record<string, string>) : {}),
    write: (value) => value,
  },
)

const versionsOf = (parcels: Seen[]) => Object.fromEntries(parcels.map(({ _id, version }) => [_id, version]))

export const rememberPrinted = (slips: Seen[]) =>
  printed.set(Object.fromEntries(Object.entries({ ...printed.get(), ...versionsOf(slips) }).slice(-most)))

/** What was packed: as it stands on paper, or else as the list shows it. */
const seenVersions = (parcels: Seen[]) =>
  versionsOf(parcels.map((it) => ({ ...it, version: printed.get()[it._id] ?? it.version })))

/** Marks these as packed and says which of them are not as they were seen. */
export async function packAsSeen(parcels: Seen[]) {
  try {
    const { modifiedCount, changed = [] } = await authApi(orderRoutes.packParcels, {
      body: { ids: parcels.map(({ _id }) => _id), seen: seenVersions(parcels) },
    })
    toast('success', `${countOf(modifiedCount, 'parcel')} packed`)
    if (changed.length > 0)
      toast(
        'error',
        `${countOf(changed.length, 'parcel')} changed since the slip was printed. Nothing was marked there: print it again.`,
      )
  } catch (error) {
    toastError(error)
  }
}
