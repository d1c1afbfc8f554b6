/** What visitors can see. A change of one drops every page and list that shows it. */
export const topics = [
  'products',
  // How many pieces there are, which every order changes: what shows them depends on both.
  'stock',
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

/** What a row of the table is written for nearly always, where that is a topic of its own. */
export const usualTopic: Partial<Record<Topic, Topic>> = { products: 'stock' }
