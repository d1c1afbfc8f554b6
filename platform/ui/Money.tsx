const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars; nothing to pay is Free. */
export const Money = ({ amount }: { amount: number | undefined }) => (
  <>{amount ? dollars.format(amount) : 'Free'}</>
)
