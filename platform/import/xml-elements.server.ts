import { FileProblem } from './file-problem.ts'
import type { XmlAttributes } from './xml-reader.ts'
import { XmlReader } from './xml-reader.ts'

/** One record of a file, with all that is in it. */
export type XmlElement = {
  name: string
  attributes: XmlAttributes
  text: string
  children: XmlElement[]
  line: number
}

/** No item of a catalogue has more, and each takes memory. */
const mostInside = 20_000

type Wanted = {
  /** Whether this is the root of such a file; what else is wrong with it is thrown. */
  root: (name: string, line: number, attributes: XmlAttributes) => void
  /** The names of the records. */
  records: ReadonlySet<string>
  /** Of the beginning of a file its last record is cut off, and that is no mistake. */
  isBeginning?: boolean
}

/** The records of an XML file of any length, as they are read. */
export async function* xmlElements(
  pieces: AsyncIterable<Buffer>,
  { root, records, isBeginning = false }: Wanted,
): AsyncGenerator<XmlElement> {
  const done: XmlElement[] = []
  const path: XmlElement[] = []
  let isRoot = true
  let inside = 0
  const reader = new XmlReader({
    open(name, attributes, line) {
      if (isRoot) root(name, line, attributes)
      isRoot = false
      if (path.length === 0 && !records.has(name)) return
      const element: XmlElement = { name, attributes, text: '', children: [], line }
      inside = path.length === 0 ? 0 : inside + 1
      if (inside > mostInside) throw new FileProblem(line, [`There is too much in one <${path[0]!.name}>.`])
      path.at(-1)?.children.push(element)
      path.push(element)
    },
    close(_, text) {
      const element = path.pop()
      if (!element) return
      element.text = text.trim()
      if (path.length === 0) done.push(element)
    },
  })
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    reader.write(decoder.decode(piece, { stream: true }))
    yield* done.splice(0)
  }
  reader.write(decoder.decode())
  if (!isBeginning) reader.end()
  yield* done
}

export const childrenOf = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []
export const childOf = (element: XmlElement | undefined, name: string) =>
  element?.children.find((child) => child.name === name)
/** Empty where there is none. */
export const textIn = (element: XmlElement | undefined, name: string) => childOf(element, name)?.text ?? ''
