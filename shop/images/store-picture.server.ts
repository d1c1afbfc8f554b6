import { createHash } from 'node:crypto'
import type { Db } from '~/platform/db/database.server.ts'
import type { Reach } from '~/platform/http/outgoing/fetch-public.server.ts'
import { fetchPublic } from '~/platform/http/outgoing/fetch-public.server.ts'
import { refuse } from './contract.ts'
import { recipe, reencode } from './reencode.server.ts'
import { addressOfImage, isPicture, mostBytes } from './rules.ts'
import { insertImage, touchImage } from './store.server.ts'

/** Stores a picture in all sizes and returns its address, which is a hash of its content. */
export async function storePicture(db: Db, bytes: Buffer) {
  if (bytes.length > mostBytes) throw refuse('too_large')
  if (!isPicture(bytes)) throw refuse('not_a_picture')
  const id = createHash('sha256').update(`recipe ${recipe}\n`).update(bytes).digest('hex').slice(0, 40)
  if (!(await touchImage(db, id))) await insertImage(db, id, await reencode(bytes))
  return addressOfImage(id)
}

export const storePictureFrom = async (db: Db, address: string, reach?: Reach) =>
  storePicture(db, await fetchPublic(address, mostBytes, reach))
