export const longestAttributeName = 40
export const longestQuestion = 200

/** By which conditions name it: `front-discs`. */
export const attributeIdFrom = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestAttributeName)
