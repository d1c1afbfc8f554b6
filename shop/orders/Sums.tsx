import type { ReactNode } from 'react'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { toFreeDelivery } from './buying-terms.ts'

type Props = { goodsCents: number; deliveryCents: number; name: 'Total' | 'To pay' }

/** What parts and their delivery come to: in the cart, and where it is paid. */
export const Sums = ({ goodsCents, deliveryCents, name }: Props) => (
  <dl className="grid gap-2">
    <Row name="Parts">
      <Money amount={toDollars(goodsCents)} />
    </Row>
    <Row name="Delivery" hint={deliveryCents > 0 && toFreeDelivery(goodsCents)}>
      {deliveryCents > 0 ? formatDollars(toDollars(deliveryCents)) : 'included'}
    </Row>
    <Row name={name} isSum>
      <output aria-live="polite">
        <Money amount={toDollars(goodsCents + deliveryCents)} />
      </output>
    </Row>
  </dl>
)

type RowProps = { name: string; hint?: ReactNode; isSum?: boolean; children: ReactNode }

const Row = ({ name, hint, isSum = false, children }: RowProps) => (
  <div className={`flex items-baseline justify-between gap-3 ${isSum ? 'border-t border-line pt-2' : ''}`}>
    <dt className="text-muted">
      {name}
      {hint && <span className="block text-[13px]">{hint}</span>}
    </dt>
    <dd className={isSum ? 'font-display text-2xl font-bold tracking-tight tabular-nums' : 'tabular-nums'}>
      {children}
    </dd>
  </div>
)
