import { formatDollars } from '~/platform/money.ts'

/** Dollars; nothing to pay is Free. */
export const Money = ({ amount }: { amount: number | undefined }) => (
  <>{amount ? formatDollars(amount) : 'Free'}</>
)
