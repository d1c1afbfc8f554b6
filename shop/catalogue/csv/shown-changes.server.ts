import type { Changes } from '~/platform/import/csv-table.ts'
import { excerpt } from '~/platform/text.ts'
import { addressToCome } from '~/shop/images/picture-fetches.server.ts'
import type { Change } from '../fields/product-fields.ts'

const shownLength = 80
/** Of what is the same before a difference. */
const contextLength = 30

/** As the admin is shown them. */
export const shortened = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, shortChange(change)]))

/** What is the same at the beginning of long texts is left out as far as it would hide the difference. */
function shortChange({ from, to }: Change): Change {
  if (typeof from !== 'string' || typeof to !== 'string') return { from, to }
  const [before, after] = [[...from], [...to]]
  if (Math.max(before.length, after.length) <= shownLength) return { from, to }
  const same = before.findIndex((character, n) => character !== after[n])
  const first = Math.max(0, (same < 0 ? before.length : same) - contextLength)
  const short = (text: string[]) => (first > 0 ? '…' : '') + excerpt(text.slice(first).join(''), shownLength)
  return { from: short(before), to: short(after) }
}

/** With the addresses of pictures that the file has. */
export const asNamed = ({ image, morePictures, ...changes }: Changes, elsewhere: string[]): Changes => {
  const inFile = new Map(elsewhere.map((address) => [addressToCome(address), address]))
  const named = ({ from, to }: Change) => ({
    from,
    to: String(to)
      .split('\n')
      .map((address) => inFile.get(address) ?? address)
      .join('\n'),
  })
  return {
    ...changes,
    ...(image && { image: named(image) }),
    ...(morePictures && { morePictures: named(morePictures) }),
  }
}
