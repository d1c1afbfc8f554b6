import { searchable } from '../rules.ts'

export const longestCategoryName = 60
export const longestCategoryDescription = 200

export const nameProblem = (name: string) => {
  if (!searchable(name)) return 'Name is required'
  return name.length > longestCategoryName
    ? `Name must be at most ${longestCategoryName} characters`
    : undefined
}

export const descriptionProblem = (text: string) =>
  text.length > longestCategoryDescription
    ? `Description must be at most ${longestCategoryDescription} characters`
    : undefined

/** What a new category is called in addresses. */
export const idFromName = (name: string) =>
  searchable(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestCategoryName)
