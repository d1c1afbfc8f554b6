import { CallProblem } from '~/platform/client/call.ts'
import { toast } from './toasts.ts'

/** Says why the shop refused; anything else is a mistake of ours and goes on its way. */
export function toastProblem(error: unknown) {
  if (!(error instanceof CallProblem)) throw error
  toast('error', error.message)
}
