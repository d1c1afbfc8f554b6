import { formatCount } from '~/platform/figures.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { childrenOf, textIn, xmlElements } from '~/platform/import/xml-elements.server.ts'

/** What its beginning says of all items. */
export type PiesFile = {
  version: string
  /** FULL, UPDATE or TEST. */
  submission: string
  currency: string
  language: string
  /** The price sheets by their numbers. */
  sheets: Map<string, XmlElement>
}
export type PiesItem = { line: number; item: XmlElement; file: PiesFile }

const versions = 'PIES 6.5 to 8.0 are read.'
const [oldest, newest] = [605, 899]
const records = new Set(['Header', 'PriceSheet', 'Item', 'Trailer'])

/**
 * The items of a PIES file, 6.5 to 8.0, whatever its namespace. Each has a line of its own, also where the file has no line
 * breaks: by it an import knows how far it is.
 */
export async function* readPies(
  pieces: AsyncIterable<Buffer>,
  { isBeginning = false } = {},
): AsyncGenerator<PiesItem> {
  const file: PiesFile = { version: '', submission: '', currency: '', language: '', sheets: new Map() }
  let line = 0
  let count = 0
  let trailer: XmlElement | undefined
  for await (const element of xmlElements(pieces, { root, records, isBeginning })) {
    if (element.name === 'Header') readHeader(file, element)
    else if (element.name === 'PriceSheet') file.sheets.set(textIn(element, 'PriceSheetNumber'), element)
    else if (element.name === 'Trailer') trailer = element
    else {
      line = Math.max(line + 1, element.line)
      count += 1
      yield { line, item: element, file }
    }
  }
  if (isBeginning) return
  const said = textIn(trailer, 'ItemCount')
  if (said && Number(said) !== count)
    throw new FileProblem(trailer!.line, [
      `The file says that it has ${formatCount(Number(said))} items and has ${formatCount(count)}: a part of it is missing.`,
    ])
  if (file.submission === 'TEST')
    throw new FileProblem(1, ['This file is marked as a test: it can be looked at, but not imported.'])
}

function root(name: string, line: number) {
  if (name === 'PIES') return
  throw new FileProblem(line, [
    name === 'ACES'
      ? 'This is an ACES file: it says which cars parts fit, not what the parts are.'
      : `This is a file of <${name}>. ${versions}`,
  ])
}

function readHeader(file: PiesFile, header: XmlElement) {
  file.version = textIn(header, 'PIESVersion')
  file.submission = textIn(header, 'SubmissionType').toUpperCase()
  file.currency = textIn(header, 'CurrencyCode')
  file.language = textIn(header, 'LanguageCode')
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(file.version) ?? []
  const version = Number(major) * 100 + Number(minor)
  if (version < oldest || version > newest)
    throw new FileProblem(header.line, [
      `This is PIES ${file.version}, which is too ${version < oldest ? 'old' : 'new'}. ${versions}`,
    ])
}

/** The records of a segment, without those that the maker takes back. */
export const segment = (item: XmlElement, group: string, name: string) =>
  item.children
    .filter((child) => child.name === group)
    .flatMap((found) => childrenOf(found, name))
    .filter(({ attributes }) => attributes.MaintenanceType !== 'D')

/** As an attribute or as an element: versions differ. */
export const said = (element: XmlElement, ...names: string[]) =>
  names.map((name) => element.attributes[name]?.trim() || textIn(element, name)).find(Boolean) ?? ''

export const brandCodeOf = (element: XmlElement) => said(element, 'BrandAAIAID', 'BrandID')

/** What its maker says of it in the segment of codes. */
export const extended = (item: XmlElement, code: string) =>
  segment(item, 'ExtendedInformation', 'ExtendedProductInformation')
    .filter(({ attributes }) => attributes.EXPICode === code)
    .map(({ text }) => text)
    .filter(Boolean)
