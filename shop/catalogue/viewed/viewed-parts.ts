import type { Product } from '../contract.ts'

/** Enough to show it; what it costs now is on its own page. */
export type ViewedPart = Pick<Product, '_id' | 'productName' | 'image'>

const key = 'viewed'
const most = 7

type Stored = { owner: string; parts: ViewedPart[] }

/** The parts that this person has looked at in this browser, newest first; the shop does not know. */
export function viewedParts(owner: string): ViewedPart[] {
  try {
    const stored: Partial<Stored> = JSON.parse(localStorage.getItem(key) ?? '{}')
    return stored.owner === owner && Array.isArray(stored.parts) ? stored.parts.filter(isPart) : []
  } catch {
    return []
  }
}

export function rememberViewed(owner: string, { _id, productName, image }: ViewedPart) {
  const others = viewedParts(owner).filter((part) => part._id !== _id)
  try {
    const stored: Stored = { owner, parts: [{ _id, productName, image }, ...others].slice(0, most) }
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Storage may be forbidden, or full: nobody misses it.
  }
}

export function forgetViewed() {
  try {
    localStorage.removeItem(key)
  } catch {
    // The same.
  }
}

/** Anybody can write into the storage of a browser. */
const isPart = (part: Partial<ViewedPart> | null): part is ViewedPart =>
  typeof part?._id === 'string' && typeof part.productName === 'string' && typeof part.image === 'string'
