import { countOf } from '~/platform/figures.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Parcel } from './contract.ts'

const key = 'printedSlips'
const most = 500

/** By parcel, the version that went to paper in this browser last: somebody may hold it in their hands. */
function printedSlips(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

export function rememberPrinted(slips: Pick<Parcel, '_id' | 'version'>[]) {
  const now = Object.fromEntries(slips.map(({ _id, version }) => [_id, version]))
  const all = Object.entries({ ...printedSlips(), ...now }).slice(-most)
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(all)))
  } catch {
    // Full, or closed to pages: what the list shows counts then.
  }
}

/** What was packed: as it stands on paper, or else as the list shows it. */
function seenVersions(parcels: Pick<Parcel, '_id' | 'version'>[]) {
  const printed = printedSlips()
  return Object.fromEntries(parcels.map(({ _id, version }) => [_id, printed[_id] ?? version]))
}

/** Marks these as packed and says which of them are not as they were seen. */
export async function packAsSeen(parcels: Pick<Parcel, '_id' | 'version'>[]) {
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
