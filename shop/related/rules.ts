/** Of each kind, on a page. */
export const mostShown = 6
/** That an owner puts beside a part. */
export const mostRelated = 12
/** Lines of a cart that are asked about. */
export const mostInCart = 100

export const tooManyRelated = `At most ${mostRelated} parts stand beside one`

/** In this order, each once, and none of those that are there already. */
export const eachOnce = (ids: string[], there: Iterable<string>) => {
  const known = new Set(there)
  return [...new Set(ids)].filter((id) => !known.has(id))
}
