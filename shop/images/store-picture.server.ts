import { createHash } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { cannotFetchNow, fetchPublic } from '~/platform/http/outgoing/fetch-public.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { refuse } from './contract.ts'
import { addressToCome, wantPictures } from './picture-fetches.server.ts'
import { recipe, reencode } from './reencode.server.ts'
import { addressOfImage, isPicture, mostBytes } from './rules.ts'
import { insertImage, touchImage } from './store.server.ts'

/** Stores a picture in all sizes and returns its address, which is a hash of its content. */
export async function storePicture(db: Db, bytes: Buffer) {
  requirePicture(bytes)
  const id = createHash('sha256').update(`recipe ${recipe}\n`).update(bytes).digest('hex').slice(0, 40)
  if (!(await touchImage(db, id))) await insertImage(db, id, await reencode(bytes))
  return addressOfImage(id)
}

export function requirePicture(bytes: Buffer) {
  if (bytes.length > mostBytes) throw refuse('too_large')
  if (!isPicture(bytes)) throw refuse('not_a_picture')
}

/** One that cannot be fetched now is fetched later; its address is the same before and after. */
export async function storePictureFrom(db: Db, address: string, reach?: Reach) {
  try {
    return { url: await storePicture(db, await fetchPublic(address, mostBytes, reach)) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== cannotFetchNow) throw error
    await wantPictures(db, [address], error.fields?.url)
    return { url: addressToCome(address), isToCome: true }
  }
}
