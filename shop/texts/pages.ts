/** The pages that every shop has, and their titles. Their ids are their addresses. */
export const pageTitles = {
  'delivery-and-returns': 'Delivery and returns',
  privacy: 'Privacy',
  terms: 'Terms',
  imprint: 'Imprint',
  about: 'About us',
} as const

export type PageId = keyof typeof pageTitles
export const pageIds = Object.keys(pageTitles) as PageId[]
export const isPageId = (id: string): id is PageId => (pageIds as string[]).includes(id)

export const longestText = 40_000
/** A letter may take four bytes. */
export const mostTextBytes = 4 * longestText + 4096
