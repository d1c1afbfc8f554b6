import type { Category } from './contract.ts'

/** From the group to the category itself; nothing where there is no such category. */
export function trailOf(categories: Category[], id: string) {
  const found = categories.find((category) => category._id === id)
  if (!found) return []
  const group = categories.find((category) => category._id === found.group)
  return group ? [group, found] : [found]
}

/** The same by the path of its address. */
export const trailAt = (categories: Category[], path: string) => trailOf(categories, path.split('/').at(-1)!)
