import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { loadProvider } from '~/shop/payments/card/CardForm.tsx'
import type { PaymentData } from '../load-payment.ts'
import { loader as loadPayment } from '../load-payment.ts'
import { NothingToPay } from '../NothingToPay.tsx'
import { PayPurchase } from './PayPurchase.tsx'

function PaymentPage() {
  const data = useLoaderData<PaymentData | null>()
  if (!data) return null
  return (
    <>
      <Title page="Payment" />
      <div className="mb-3 flex min-h-11 items-center md:mb-4">
        {data.is === 'due' && <h1 className="text-[28px] md:text-[32px]">Payment</h1>}
      </div>
      {data.is === 'due' ? <PayPurchase {...data} /> : <NothingToPay data={data} />}
    </>
  )
}

export function loader(args: LoaderFunctionArgs) {
  void loadProvider().catch(() => {})
  return loadPayment(args)
}

export { PaymentPage as Component }
