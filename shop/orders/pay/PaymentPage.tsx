import { useLoaderData } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { NothingToPay } from './NothingToPay.tsx'
import { PayOrder } from './PayOrder.tsx'
import type { PaymentData } from './payment-route.ts'

export function PaymentPage() {
  const data = useLoaderData<PaymentData | null>()
  if (!data) return null
  return (
    <>
      <Title page="Payment" />
      {data.is === 'due' ? <PayOrder order={data.order} /> : <NothingToPay data={data} />}
    </>
  )
}
