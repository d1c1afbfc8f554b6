/** In JSON a text begins with a quotation mark, and a line of one with an escaped line break. */
const begins = '(?<="|\\\\n)'
const picture = '/(?:images|products)/[\\w-]{1,80}-1200\\.webp'

/** Pages of other sites show and name our pictures by their whole addresses; we store paths. */
export function wholeAddresses(publicUrl: string) {
  const paths = new RegExp(begins + picture, 'g')
  const whole = new RegExp(`${begins}${publicUrl.replaceAll('.', '\\.')}(${picture})`, 'g')
  return {
    toSite: (json: string) => json.replace(paths, (path) => publicUrl + path),
    fromSite: (json: string) => json.replace(whole, '$1'),
  }
}
