import { useState } from 'react'
import { useNavigate } from 'react-router'
import { onFirstUse } from '~/platform/client/on-first-use.ts'
import { isStaff } from '~/platform/roles.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import type { Product } from '~/shop/catalogue/contract.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'

/** On the card of a part that cannot be ordered. Visitors log in beside the part, whose page asks the same. */
export function TellMe({ product: { _id, productName } }: { product: Product }) {
  const session = useSession()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  if (session.status === 'signed-in' && isStaff(session.user.role)) return null
  const logIn = () => navigate(urls.product(_id))
  const ask = () =>
    session.status === 'visitor'
      ? logIn()
      : onFirstUse(import('./StockAlert.tsx'))
          .then(({ askForAlert }) => askForAlert(_id, logIn))
          .then((answer) => setIsAsked(answer === 'asked'))
          .catch(toastError)
  return (
    <button type="button" className="btn btn-quiet relative z-10" onClick={() => void ask()}>
      <Icon name={isAsked ? 'check' : 'bell'} />
      {isAsked ? 'We tell you' : 'Tell me'}
      <span className="sr-only"> when {productName} is back</span>
    </button>
  )
}
