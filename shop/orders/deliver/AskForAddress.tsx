import { useState } from 'react'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { orderNumber } from '../rules.ts'

/** For admins: one click mails the customer where to say it. */
export function AskForAddress({ purchaseId, isQuiet = false }: { purchaseId: string; isQuiet?: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  async function ask() {
    setIsAsked(true)
    try {
      await authApi(orderRoutes.askForAddress, { params: { id: purchaseId } })
      toast('success', 'The customer is asked for the address by mail')
    } catch (error) {
      setIsAsked(false)
      toastError(error)
    }
  }
  return (
    <button
      type="button"
      className={`btn btn-small justify-self-start ${isQuiet ? 'btn-quiet' : 'btn-main'}`}
      aria-disabled={isAsked}
      onClick={() => !isAsked && void ask()}
    >
      {isAsked ? 'Asked by mail' : 'Ask for the address'}
      <span className="sr-only"> of {orderNumber(purchaseId)}</span>
    </button>
  )
}
