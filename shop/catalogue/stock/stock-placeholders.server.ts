import type { Placeholders } from '~/platform/cache/live/page-template.server.ts'
import { isOrderable } from '../rules.ts'

type WithStock = { _id: string; availableQty: number; orderQty: number }

/**
 * The same data with a placeholder for every stock that is shown as a number alone. It is so many pieces that the part is
 * shown in the words of one that can be ordered; those that cannot are shown in other words, and have none.
 */
export function leaveStockOpen<Data>(data: Data, placeholders: Placeholders): Data {
  if (Array.isArray(data)) return data.map((one) => leaveStockOpen(one, placeholders)) as Data
  if (typeof data !== 'object' || data === null) return data
  if (hasStock(data)) return isOrderable(data) ? { ...data, availableQty: placeholders.for(data._id) } : data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, leaveStockOpen(value, placeholders)]),
  ) as Data
}

const hasStock = (data: object): data is WithStock =>
  '_id' in data && 'availableQty' in data && 'orderQty' in data
