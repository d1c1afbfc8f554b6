import { XmlReader } from '~/platform/import/xml-reader.ts'

/** What its owner has to be asked about a PIES file. */
export type PiesScan = {
  /** It has what has changed, not all parts. */
  isUpdate: boolean
  items: number
  /** The codes of its brands, with their names where the file has them. */
  brands: { code: string; name: string }[]
  /** Its kinds of part by number, the most frequent first, each with what one of them is called. */
  kinds: { number: string; parts: number; example: string }[]
}

const charactersPerTurn = 2_000_000

/** Reads all of it, in turns between which the page can be used. Throws a `FileProblem` where it is not well-formed. */
export async function scanPies(xml: string): Promise<PiesScan> {
  const brands = new Map<string, string>()
  const kinds = new Map<string, PiesScan['kinds'][number]>()
  let isUpdate = false
  let items = 0
  let depth = 0
  let depthOfItem = 0
  let isShortText = false
  let item = emptyItem()
  const reader = new XmlReader({
    open(name, attributes) {
      depth += 1
      isShortText = name === 'Description' && attributes.DescriptionCode === 'DES'
      if (name !== 'Item') return
      depthOfItem = depth
      item = emptyItem()
    },
    close(name, text) {
      if (depth === depthOfItem + 1) readOwn(name, text.trim())
      if (isShortText && name === 'Description') item.example ||= text.trim()
      if (name === 'Item') take()
      if (name === 'SubmissionType') isUpdate = text.trim().toUpperCase() === 'UPDATE'
      isShortText = false
      depth -= 1
    },
  })
  for (let n = 0; n < xml.length; n += charactersPerTurn) {
    reader.write(xml.slice(n, n + charactersPerTurn))
    await new Promise((done) => setTimeout(done))
  }
  reader.end()
  return {
    isUpdate,
    items,
    brands: [...brands].map(([code, name]) => ({ code, name })),
    kinds: [...kinds.values()].sort((a, b) => b.parts - a.parts),
  }

  function readOwn(name: string, text: string) {
    if (name === 'BrandAAIAID' || name === 'BrandID') item.code = text
    else if (name === 'BrandLabel') item.label = text
    else if (name === 'PartTerminologyID') item.kind = text
  }
  function take() {
    const { code, label, kind: number, example } = item
    items += 1
    depthOfItem = Number.NaN
    if (code) brands.set(code, brands.get(code) || label)
    if (!number) return
    const kind = kinds.get(number) ?? { number, parts: 0, example }
    kinds.set(number, { ...kind, parts: kind.parts + 1, example: kind.example || example })
  }
}

const emptyItem = () => ({ code: '', label: '', kind: '', example: '' })
