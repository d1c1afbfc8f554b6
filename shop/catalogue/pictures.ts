import type { Product } from './contract.ts'

/** The first is the one on cards. */
export const mostPictures = 8

const longestAddress = 2000

/** Addresses have no spaces, so any space or line break parts two of them. */
export const picturesIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** All of a product in their order, none twice. */
export const picturesOf = ({ image, morePictures }: Pick<Product, 'image' | 'morePictures'>) => [
  ...new Set([image, ...picturesIn(morePictures)]),
]

export const pictureProblem = (label: string, address: string) =>
  isOwnPicture(address) || isWebAddress(address) ? undefined : `${label} must be the address of a picture`

/** What is wrong with those after the first. */
export function morePicturesProblem(label: string, text: string) {
  const addresses = picturesIn(text)
  if (addresses.length > mostPictures - 1) return `${label}: at most ${mostPictures - 1}`
  const wrong = addresses.find((address) => pictureProblem(label, address))
  if (wrong) return `“${wrong.slice(0, 60)}” is not the address of a picture`
  return undefined
}

const isOwnPicture = (address: string) => /^\/(images|products)\/[\w-]{1,80}-1200\.webp$/.test(address)
const isWebAddress = (address: string) =>
  address.length <= longestAddress && /^https?:\/\//i.test(address) && URL.canParse(address)

export const pictureAlt = (name: string, n: number) => (n === 0 ? name : `${name}, picture ${n + 1}`)
