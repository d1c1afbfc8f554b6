import type { Product } from '~/shop/catalogue/contract.ts'

export const isListed = ({ fitKind }: Pick<Product, 'fitKind'>) =>
  fitKind !== 'every-car' && fitKind !== 'unsaid'

/** Reserved before the panel is loaded, so that the order form below it does not move. */
export const fitPanelHeight = (product: Pick<Product, 'fitKind'>) =>
  isListed(product) ? 'min-h-50' : 'min-h-36'
