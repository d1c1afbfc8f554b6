import { dollars } from '~/platform/figures.ts'

/** Dollars; nothing to pay is Free. */
export const Money = ({ amount }: { amount: number | undefined }) => <>{amount ? dollars(amount) : 'Free'}</>
