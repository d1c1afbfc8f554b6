import { ApiError } from '~/platform/client/api.ts'
import { toast } from './toasts.ts'

/** Says why the shop refused; anything else is a mistake of ours and goes on its way. */
export function toastError(error: unknown) {
  if (!(error instanceof ApiError)) throw error
  toast('error', error.message)
}
