import { useEffect, useState } from 'react'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { stockAlertRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { loadedSession } from '~/shop/identity/session/private-get.ts'

const promise = (email: string) => `We write to ${email} as soon as this part can be ordered.`

/** From a card, which shows nothing of it afterwards, and may be pressed before the page knows who is signed in. */
export async function askForAlert(productId: string, logIn: () => void) {
  const session = await loadedSession()
  if (session.status !== 'signed-in') return logIn()
  await authApi(stockAlertRoutes.addStockAlert, { params: { id: productId } })
  toast('success', promise(session.user.email))
  return 'asked' as const
}

type Props = { productId: string; email: string }

/** On the page of a part that cannot be ordered. */
export function StockAlert({ productId, email }: Props) {
  const [isAsked, setIsAsked] = useState<boolean>()
  const [isSending, setIsSending] = useState(false)
  const params = { id: productId }
  useEffect(() => {
    let isGone = false
    authApi(stockAlertRoutes.getStockAlert, { params: { id: productId } })
      .then((alert) => !isGone && setIsAsked(alert.isAsked))
      // The button then stands as if nothing had been asked; asking twice is asking once.
      .catch(() => !isGone && setIsAsked(false))
    return () => {
      isGone = true
    }
  }, [productId])

  async function change() {
    if (isSending) return
    setIsSending(true)
    const route = isAsked ? stockAlertRoutes.removeStockAlert : stockAlertRoutes.addStockAlert
    await authApi(route, { params })
      .then((alert) => setIsAsked(alert.isAsked))
      .catch(toastError)
    setIsSending(false)
  }

  return (
    <div className="grid gap-2.5">
      <p aria-live="polite" className="text-sm text-muted">
        {isAsked ? promise(email) : 'This part cannot be ordered at the moment.'}
      </p>
      <button
        type="button"
        className="btn btn-ink btn-big"
        disabled={isAsked === undefined}
        aria-disabled={isSending}
        onClick={() => void change()}
      >
        {isAsked ? 'No mail, thank you' : 'Tell me when it is back'}
      </button>
    </div>
  )
}
