import { formatDollars } from '~/platform/money.ts'

/** Beside a price; nothing for a part without. */
export const Deposit = ({ amount }: { amount: number }) =>
  amount > 0 && (
    <span className="text-[13px] text-muted">
      {`+ ${formatDollars(amount)} deposit, back when you return your old part`}
    </span>
  )
