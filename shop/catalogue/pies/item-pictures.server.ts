import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { textIn } from '~/platform/import/xml-elements.server.ts'
import { mostPictures, pictureProblem } from '../pictures.ts'
import { segment } from './read-pies.server.ts'

/** Photographs, the main one first. */
const kinds = ['P04', 'P01', 'P02', 'P03', 'P05', 'P06', 'P07']
const types = /^(?:|jpe?g|png|gif|webp|avif)$/i

/** By their addresses. */
export function pictureAddresses(item: XmlElement, note: (message: string) => void) {
  const files = segment(item, 'DigitalAssets', 'DigitalFileInformation')
    .map((found) => ({ found, rank: kinds.indexOf(textIn(found, 'AssetType')) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
  const addresses = files.flatMap(({ found }) => {
    const address = textIn(found, 'URI')
    if (!address) note('Pictures that the file names without an address are left out')
    else if (!types.test(textIn(found, 'FileType')) || /\s/.test(address) || pictureProblem('', address))
      note('Pictures that browsers cannot show are left out')
    else return address
    return []
  })
  const [image, ...more] = [...new Set(addresses)].slice(0, mostPictures)
  return { ...(image && { image }), ...(more.length > 0 && { morePictures: more.join('\n') }) }
}
