import type { ReactNode } from 'react'
import { formatDollars, toDollars } from '~/platform/money.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { toFreeDelivery } from './buying-terms.ts'
import { depositName } from './rules.ts'

type Props = {
  goodsCents: number
  deliveryCents: number
  /** What a code takes off the parts. */
  discount?: { code: string | undefined; cents: number } | undefined
  depositCents?: number
  /** Under Delivery; what is missing for it to cost nothing where the server's settings count. */
  hint?: string | undefined
}

/** What parts and their delivery cost: in the cart, and where it is paid. */
export const Sums = ({
  goodsCents,
  deliveryCents,
  discount,
  depositCents = 0,
  hint = toFreeDelivery(goodsCents),
}: Props) => (
  <dl className="grid gap-2">
    <Row name="Parts">
      <Money amount={toDollars(goodsCents)} />
    </Row>
    {discount?.code && (
      <Row name={`Discount ${discount.code}`}>{formatDollars(-toDollars(discount.cents))}</Row>
    )}
    {depositCents > 0 && (
      <Row name={depositName} hint="back when you return your old part">
        {formatDollars(toDollars(depositCents))}
      </Row>
    )}
    <Row name="Delivery" hint={deliveryCents > 0 && hint}>
      {deliveryCents > 0 ? formatDollars(toDollars(deliveryCents)) : 'included'}
    </Row>
  </dl>
)

type RowProps = { name: string; hint?: ReactNode; children: ReactNode }

const Row = ({ name, hint, children }: RowProps) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-muted">
      {name}
      {hint && <span className="block text-[13px]">{hint}</span>}
    </dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)

/** What they come to. */
export const SumTotal = ({ name, cents }: { name: 'Total' | 'To pay'; cents: number }) => (
  <p className="flex items-baseline justify-between gap-3 border-line lg:border-t lg:pt-2">
    <span className="text-muted">{name}</span>
    <output aria-live="polite" className="font-display text-2xl font-bold tracking-tight tabular-nums">
      <Money amount={toDollars(cents)} />
    </output>
  </p>
)
