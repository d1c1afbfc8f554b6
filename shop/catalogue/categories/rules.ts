import { isVisible } from '~/platform/text.ts'
import type { Category } from './contract.ts'

export const longestCategoryName = 60
export const longestCategoryDescription = 200
/** Where the parts of a deleted category can go; no category has this address. */
export const noCategory = 'none'

export const categoryNameProblem = (name: string) => {
  if (!isVisible(name)) return 'Name is required'
  return name.length > longestCategoryName
    ? `Name must be at most ${longestCategoryName} characters`
    : undefined
}

export const descriptionProblem = (text: string) =>
  text.length > longestCategoryDescription
    ? `Description must be at most ${longestCategoryDescription} characters`
    : undefined

/** From the group to the category itself; nothing where there is no such category. */
export function trailOf(categories: Category[], id: string) {
  const found = categories.find((category) => category._id === id)
  if (!found) return []
  const group = categories.find((category) => category._id === found.group)
  return group ? [group, found] : [found]
}

/** The same by the path of its address. */
export const trailAt = (categories: Category[], path: string) => trailOf(categories, path.split('/').at(-1)!)
