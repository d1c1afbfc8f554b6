type Props = {
  orderId: string
  price: number
  billing: { name: string; email: string }
  onPaid: (transactionId: string) => Promise<void>
}
export const CardForm = (_props: Props) => null
