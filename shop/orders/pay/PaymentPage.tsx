import { useLoaderData } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import type { PaymentData } from '../load-payment.ts'
import { NothingToPay } from '../NothingToPay.tsx'
import { PayPurchase } from './PayPurchase.tsx'

function PaymentPage() {
  const data = useLoaderData<PaymentData | null>()
  if (!data) return null
  return (
    <>
      <Title page="Payment" />
      {data.is === 'due' ? <PayPurchase {...data} /> : <NothingToPay data={data} />}
    </>
  )
}

export { loader } from '../load-payment.ts'
export { PaymentPage as Component }
