import { guessFlatColumns } from '~/shop/fitment/applications/flat-columns.ts'
import type { TestShop } from './shop.ts'

type Headers = Record<string, string>
type Sent = {
  supplier?: string
  brand?: string
  quantity?: number
  name?: string
  pieceLength?: number
  kind?: 'aces'
}

type Reached = Pick<TestShop, 'get' | 'post' | 'send'> & { applicationsWorker: { wake(): Promise<unknown> } }

const files = '/api/manage/applications'

/** A supplier's list of cars, sent as the page does it and looked at by the shop. */
export async function sendListOfCars(shop: Reached, headers: Headers, csv: string, sent: Sent = {}) {
  const { supplier = 'Bremsa', name = 'cars.csv', pieceLength = 4000, ...said } = sent
  const headings = csv
    .split('\n', 1)[0]!
    .trim()
    .split(/[;,\t]/)
  const lines = csv.trim().split('\n').length - 1
  const named = said.kind ? {} : { headings, columns: guessFlatColumns(headings) }
  const body = { fileName: name, supplier, lines, ...named, ...said }
  const added = await shop.post(files, body, headers)
  const id: string = added.json().insertedId
  const pieces = Array.from({ length: Math.ceil(csv.length / pieceLength) }, (_, n) =>
    csv.slice(n * pieceLength, (n + 1) * pieceLength),
  )
  for (const [n, text] of pieces.entries())
    await shop.send(`${files}/${id}/pieces/${n}`, { method: 'PUT', body: { text }, headers })
  const become = async (state: string, more: object = {}) => {
    const answer = await shop.send(`${files}/${id}/state`, {
      method: 'PUT',
      body: { state, ...more },
      headers,
    })
    await shop.applicationsWorker.wake()
    return answer
  }
  await become('reading', { pieces: pieces.length })
  return { id, become, read: async () => (await shop.get(`${files}/${id}`, headers)).json() }
}
