import type { Encoding } from '~/platform/import/decode-text.ts'
import { decodeText } from '~/platform/import/decode-text.ts'
import { decodeXml, isXml } from '~/platform/import/decode-xml.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import type { ZippedFile } from '~/platform/import/unzip.ts'
import { filesInZip, isZip } from '~/platform/import/unzip.ts'

const mostBytes = 256 * 1024 * 1024
/** Beyond these somebody has packed something else. */
const mostLookedAt = 20
const headCharacters = 4000

type ChosenFile = { name: string; text: string; encoding: Encoding }

/** What a maker's file is called inside: the one brings products, the other cars that they are for. */
type MakersFile = 'PIES' | 'ACES'

/** The text of a file, or of the one that is meant in a zip file. Throws a `FileProblem` where there is none. */
export async function readChosen(file: File, wanted: MakersFile): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isZip(bytes) ? readZipped(filesInZip(bytes), wanted) : { name: file.name, ...textOf(bytes) }
}

/** Whether a text is such a file of a maker. */
export const isMakersFile = (text: string, wanted: MakersFile) =>
  new RegExp(`<(?:[\\w-]+:)?${wanted}[\\s>]`).test(text.slice(0, headCharacters))

/** The only one that can be read, or the only one of a maker: often both are in one zip file. */
async function readZipped(files: ZippedFile[], wanted: MakersFile) {
  if (files.some(({ name }) => name.startsWith('xl/')))
    throw problem('This is an Excel workbook: save it as “CSV UTF-8” first.')
  const readable = files.filter(({ name }) => /\.(xml|csv|tsv|txt)$/i.test(name)).slice(0, mostLookedAt)
  if (readable.length === 0)
    throw problem(`There is no file of ${wanted === 'PIES' ? 'products' : 'cars'} in this zip file.`)
  if (readable.length === 1) return read(readable[0]!)
  const found: ChosenFile[] = []
  for (const one of readable.filter(({ name }) => /\.xml$/i.test(name))) {
    const chosen = await read(one)
    if (isMakersFile(chosen.text, wanted)) found.push(chosen)
  }
  if (found.length !== 1)
    throw problem('There are several files in this zip file: unzip it, and choose one of them.')
  return found[0]!
}

const read = async ({ name, read }: ZippedFile) => ({
  name: name.slice(name.lastIndexOf('/') + 1),
  ...textOf(await read(mostBytes)),
})

/** What XML is written in it says itself. */
const textOf = (bytes: Uint8Array) =>
  isXml(bytes) ? { text: decodeXml(bytes), encoding: 'UTF-8' as const } : decodeText(bytes)

const problem = (message: string) => new FileProblem(0, [message])
