import { expect } from 'vitest'
import { sendLongFile } from './a-long-file.ts'
import type { TestShop } from './shop.ts'

type Rule = {
  brands?: Record<string, string>
  categories?: Record<string, string>
  price?: string
  factor?: string
  endsIn99?: boolean
  deposit?: string
  replacesAll?: boolean
}
type Headers = Record<string, string>

/** What an admin does with files of makers, in a shop that begins nothing by itself. */
export const piesImports = (shop: TestShop, admin: Headers) => ({
  /** Sent and looked at. */
  async look(xml: string, pies: Rule = {}, supplier = '') {
    const sent = { name: 'maker.xml', pies, pieceLength: 400_000 }
    const file = await sendLongFile(shop, admin, xml, { ...sent, ...(supplier && { supplier }) })
    expect((await file.check()).status).toBe(200)
    await shop.importWorker.wake()
    return file
  },
  async imported(xml: string, pies?: Rule, supplier?: string) {
    const file = await this.look(xml, pies, supplier)
    const refused = await file.become({ state: 'applying' })
    if (refused.status !== 200) return { ...(await file.read()), reason: refused.json().reason }
    await shop.importWorker.wake()
    async function undo() {
      expect((await file.become({ state: 'undoing' })).status).toBe(200)
      await shop.importWorker.wake()
      return file.read()
    }
    return { ...(await file.read()), undo }
  },
  /** By its own number. */
  async part(number: string) {
    const rows = await shop.db
      .selectFrom('own_numbers')
      .select('product_id')
      .where('number_key', '=', number.replace(/\W/g, '').replaceAll('O', '0').replaceAll('I', '1'))
      .execute()
    expect(rows).toHaveLength(1)
    return (await shop.get(`/api/manage/services/${rows[0]!.product_id}`, admin)).json()
  },
  /** By hand. */
  async edit(number: string, change: object) {
    const { _id, ...seen } = await this.part(number)
    const body = { ...seen, ...change, seen }
    const edited = await shop.send(`/api/services/${_id}/details`, { method: 'PUT', body, headers: admin })
    expect(edited.status).toBe(200)
  },
})

export const notesOf = ({ found }: { found: { notes: { message: string }[] } }) =>
  found.notes.map(({ message }) => message)
