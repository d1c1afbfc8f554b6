/** Ordering, checking out and cancelling: each of them writes mails and rows that stay. */
export const orderingPace = ({ mostOrdersPerMinute }: { mostOrdersPerMinute: number }) => ({
  name: 'ordering',
  perMinute: mostOrdersPerMinute,
})
