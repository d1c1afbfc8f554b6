export const stockFilters = ['low', 'out'] as const
export type StockFilter = (typeof stockFilters)[number]

export const lowStock = 5

type Stock = { availableQty: number; orderQty: number }

/**
 * Low is also what cannot be ordered any more because the minimum is higher than what is left. The one definition: marks,
 * filters and the numbers of the dashboard follow it.
 */
export function stockMark({ availableQty, orderQty }: Stock): StockFilter | undefined {
  if (availableQty <= 0) return 'out'
  if (availableQty <= lowStock || availableQty < orderQty) return 'low'
  return undefined
}
