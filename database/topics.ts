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

/** Whether those who write the rows of such a change name each of them, by `touch`: then caches read only these again. */
export const namesItsRows = (changed: readonly Topic[]) =>
  changed.includes('stock') && !changed.includes('products') && !changed.includes('fitments')

/** What a row of the table is written for nearly always, where that is a topic of its own. */
export const usualTopic: Partial<Record<Topic, Topic>> = { products: 'stock' }
