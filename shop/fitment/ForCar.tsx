import type { OrderedFit } from './contract.ts'

const doubts = {
  fits: '',
  'only-if': ', not sure that it fits',
  'does-not-fit': ', does not fit',
  unknown: ', not checked',
}

/** Which car an order is for, and a doubt about it as it was shown when it was ordered. */
export const ForCar = ({ fit: { car, verdict, reason } }: { fit: OrderedFit }) => (
  <span className="block text-[13px] text-muted" title={reason}>
    for {car}
    {doubts[verdict]}
  </span>
)
