/** Which price of the maker becomes ours. */
export const priceChoices = {
  '': 'Take no prices',
  RET: 'Retail price (RET)',
  LST: 'List price (LST)',
  JBR: 'Jobber price (JBR)',
} as const
export type PriceChoice = keyof typeof priceChoices

/** Makers have several, for customers of several kinds. */
export const depositChoices = {
  '': 'Take no deposit',
  CR1: 'Core price 1 (CR1)',
  CR2: 'Core price 2 (CR2)',
  CR3: 'Core price 3 (CR3)',
  CR4: 'Core price 4 (CR4)',
  CRG: 'Core price of the group (CRG)',
} as const
export type DepositChoice = keyof typeof depositChoices

export const longestBrand = 60
const pattern = /^\d{1,3}(\.\d{1,4})?$/
export const isFactor = (text: string) => pattern.test(text) && Number(text) > 0
