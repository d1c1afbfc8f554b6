import { useLoaderData } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import type { PaymentData } from './load-payment.ts'
import { NothingToPay } from './NothingToPay.tsx'
import { PayOrder } from './PayOrder.tsx'

function PaymentPage() {
  const data = useLoaderData<PaymentData | null>()
  if (!data) return null
  return (
    <>
      <Title page="Payment" />
      {data.is === 'due' ? <PayOrder order={data.order} /> : <NothingToPay data={data} />}
    </>
  )
}

export { loader } from './load-payment.ts'
export { PaymentPage as Component }
