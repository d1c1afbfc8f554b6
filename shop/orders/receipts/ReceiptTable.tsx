import type { ReactNode } from 'react'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import type { Receipt } from './contract.ts'
import { discountWords, taxLines } from './receipt-rules.ts'

type Props = {
  receipt: Receipt
  delivery: number
  /** What the parts are for, line by line; not a part of the receipt, because it is about the person. */
  cars: (string | undefined)[]
}

/** What was bought, what delivery cost, and the tax in it. */
export function ReceiptTable({ receipt, delivery, cars }: Props) {
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="py-2 pr-4 max-sm:pr-2 font-semibold">
            Part
          </th>
          <th scope="col" className="py-2 pr-4 max-sm:pr-2 text-right font-semibold">
            Unit price
          </th>
          <th scope="col" className="py-2 pr-4 max-sm:pr-2 text-right font-semibold">
            Quantity
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map((line, n) => (
          // A receipt never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <tr key={n} className="border-b border-line align-top">
            <td className="py-3 pr-4 max-sm:pr-2 [overflow-wrap:anywhere]">
              {keepUnits(line.text).replace(/, size (\w+)$/, ', size\u00a0$1')}
              {cars[n] && <span className="block text-muted">for {cars[n]}</span>}
              {line.discount && <span className="block text-muted">{discountWords(line.discount)}</span>}
            </td>
            <td className="py-3 pr-4 max-sm:pr-2 text-right">
              <Money amount={line.unitPrice} />
            </td>
            <td className="py-3 pr-4 max-sm:pr-2 text-right">{line.quantity}</td>
            <td className="py-3 text-right font-semibold">
              <Money amount={line.total} />
            </td>
          </tr>
        ))}
        {delivery === 0 && <SumRow name="Delivery">included</SumRow>}
        <SumRow name="Paid in all">
          <b>
            <Money amount={receipt.total} />
          </b>
        </SumRow>
        {taxLines(receipt).map(({ text, amount }) => (
          <SumRow key={text} name={text}>
            {amount !== undefined && <Money amount={amount} />}
          </SumRow>
        ))}
      </tbody>
    </table>
  )
}

const SumRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <tr className="border-b border-line">
    <th scope="row" colSpan={3} className="py-3 pr-4 max-sm:pr-2 text-left font-normal">
      {name}
    </th>
    <td className="py-3 text-right">{children}</td>
  </tr>
)
