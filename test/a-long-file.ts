import type { TestShop } from './shop.ts'

type Headers = Record<string, string>
type Sent = { supplier?: string; mapping?: object; pies?: object; pieceLength?: number; name?: string }

const imports = '/api/manage/imports'

type Reached = Pick<TestShop, 'get' | 'post' | 'send'>

/** A file that is sent as the page does it, in pieces. */
export async function sendLongFile(shop: Reached, headers: Headers, csv: string, sent: Sent = {}) {
  const { pieceLength = 4000, name = 'parts.csv', ...said } = sent
  const lines = csv.trim().split('\n').length - 1
  const { insertedId: id } = (await shop.post(imports, { fileName: name, lines, ...said }, headers)).json()
  const pieces = Array.from({ length: Math.ceil(csv.length / pieceLength) }, (_, n) =>
    csv.slice(n * pieceLength, (n + 1) * pieceLength),
  )
  for (const [n, text] of pieces.entries())
    await shop.send(`${imports}/${id}/pieces/${n}`, { method: 'PUT', body: { text }, headers })
  const become = (body: object) => shop.send(`${imports}/${id}/state`, { method: 'PUT', body, headers })
  return {
    id: id as string,
    pieces: pieces.length,
    become,
    check: () => become({ state: 'checking', pieces: pieces.length }),
    read: async (from: Reached = shop) => (await from.get(`${imports}/${id}`, headers)).json(),
    problems: async () => (await shop.get(`${imports}/${id}/problems.csv`, headers)).text,
  }
}
