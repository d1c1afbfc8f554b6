import { useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { useRestoreFocus } from '~/platform/lists/use-restore-focus.ts'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { identityRoutes } from '~/shop/account-routes.ts'
import { authApi } from '../session/auth-client.ts'
import type { SignedInDevice } from '../session/contract.ts'

/** The user's sessions; each but the present one can be signed out here. */
export function SignedInDevices({ devices }: { devices: SignedInDevice[] }) {
  const { revalidate } = useRevalidator()
  const { heading, rows } = useRestoreFocus()
  async function signOut({ _id, device }: SignedInDevice) {
    try {
      await authApi(identityRoutes.endSession, { params: { id: _id } })
      toast('success', `${device} is signed out.`)
      await revalidate()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <section aria-labelledby="devices" className="panel grid gap-4 p-6 sm:p-8">
      <h2 {...heading} id="devices" className="text-[22px]">
        Where you are signed in
      </h2>
      <ul {...rows} className="grid divide-y divide-line">
        {devices.map((device) => (
          <li key={device._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">{device.device}</p>
              <p className="text-sm text-muted">
                Since <DateTime at={device.since} toTheMinute />
              </p>
            </div>
            {device.current ? (
              <span className="chip bg-success-tint text-success">This device</span>
            ) : (
              <button type="button" className="btn btn-quiet" onClick={() => void signOut(device)}>
                Sign out<span className="sr-only"> {device.device}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
