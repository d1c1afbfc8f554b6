import { isVisible } from '../visible.ts'

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
