/** What visitors can see. A change of one drops every page and list that shows it. */
export const topics = [
  'products',
  'blogs',
  'reviews_total',
  'part_ratings',
  'part_answers',
  'vehicles',
  'fitments',
  'related_parts',
  'bought_together',
  'synonyms',
  'shop_records',
  'page_versions',
] as const
export type Topic = (typeof topics)[number]
