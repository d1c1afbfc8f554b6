import { formatCount } from '~/platform/figures.ts'
import type { ReadLine } from '~/platform/import/csv-table.ts'
import { FileProblem } from '~/platform/import/file-problem.ts'
import type { XmlElement } from '~/platform/import/xml-elements.server.ts'
import { childOf, textIn, xmlElements } from '~/platform/import/xml-elements.server.ts'
import type { XmlAttributes } from '~/platform/import/xml-reader.ts'
import { longestFitNote, mostNeeded } from '../../fitment-values.ts'
import { longestCell, mostYears } from '../application.ts'
import type { FlatLine } from '../read-flat.ts'
import { conditionKinds } from './kinds-of-ids.ts'
import type { AcesHeader, Said } from './said.ts'

const versions = 'ACES 3.0 to 5.0 are read.'
const [oldest, newest] = [3, 5]
const records = new Set(['Header', 'App', 'Footer'])

type Options = { brand: string; quantity: number; header: AcesHeader }

export const noHeader = (): AcesHeader => ({
  version: '',
  title: '',
  submission: 'FULL',
  transferred: '',
  edition: '',
})

/**
 * The applications of an ACES file, 3.0 to 5.0, as they are delivered: what their numbers mean is asked later, by the tables
 * of then. Fills in what the file says of itself. Each has a line of its own, also where the file has no line breaks.
 */
export async function* readAces(
  pieces: AsyncIterable<Buffer>,
  { header, ...options }: Options,
): AsyncGenerator<ReadLine<FlatLine>> {
  let [line, count] = [0, 0]
  let ownCode: string | undefined
  let footer: XmlElement | undefined
  const root = (name: string, at: number, { version = '' }: XmlAttributes) => {
    requireAces(name, version, at)
    header.version = version
  }
  for await (const element of xmlElements(pieces, { root, records })) {
    if (element.name === 'Header') ownCode = readHeader(header, element) || undefined
    else if (element.name === 'Footer') footer = element
    else {
      line = Math.max(line + 1, element.line)
      count += 1
      const code = codeOf(element)
      ownCode ??= code || undefined
      // What is of another brand is not of the one that the owner has named for the file.
      const brand = code && code !== ownCode ? code : options.brand
      yield { line, values: { ...readApp(element, header, options.quantity), brand } }
    }
  }
  requireAll(footer, count)
}

function requireAces(name: string, version: string, line: number) {
  if (name !== 'ACES')
    throw new FileProblem(line, [
      name === 'PIES'
        ? 'This is a PIES file: it brings products, not cars.'
        : `This is a file of <${name.slice(0, 40)}>. ${versions}`,
    ])
  const major = Number(/^(\d{1,2})(?:\.\d+)*$/.exec(version)?.[1])
  if (major >= oldest && major <= newest) return
  const why = Number.isNaN(major)
    ? 'without its version'
    : `${version}, which is too ${major < oldest ? 'old' : 'new'}`
  throw new FileProblem(line, [`This is ACES ${why}. ${versions}`])
}

/** Answers with the code of the brand, where one is said for the whole file. */
function readHeader(header: AcesHeader, element: XmlElement) {
  const submission = textIn(element, 'SubmissionType').toUpperCase()
  header.submission = submission === 'UPDATE' || submission === 'TEST' ? submission : 'FULL'
  header.title = textIn(element, 'DocumentTitle').slice(0, longestCell)
  header.transferred = textIn(element, 'TransferDate').slice(0, 10)
  header.edition = (
    textIn(element, 'VcdbVersionDate') ||
    textIn(element, 'VCdbPublicationDate') ||
    textIn(element, 'VcdbPublicationDate')
  ).slice(0, 10)
  return textIn(element, 'BrandAAIAID')
}

function requireAll(footer: XmlElement | undefined, count: number) {
  const said = textIn(footer, 'RecordCount')
  if (!footer || !said)
    throw new FileProblem(0, [
      'The file does not say at its end how many applications it has: a part of it may be missing.',
    ])
  if (Number(said) !== count)
    throw new FileProblem(footer.line, [
      `The file says that it has ${formatCount(Number(said) || 0)} applications and has ${formatCount(count)}: a part of it is missing.`,
    ])
}

const partOf = (app: XmlElement) => childOf(app, 'Part') ?? childOf(app, 'PartNumber')
function codeOf(app: XmlElement) {
  const attributes = partOf(app)?.attributes
  return attributes?.BrandAAIAID ?? attributes?.BrandID ?? ''
}

/** Says nothing about which car it is, or is read by its own name. */
const noCondition = new Set([
  ...['BaseVehicle', 'Years', 'Make', 'Model', 'Qual', 'Note', 'Qty', 'Position'],
  ...['PartType', 'PartTerminology', 'Part', 'PartNumber', 'MfrLabel', 'DisplayOrder'],
  ...['AssetName', 'AssetItemOrder', 'AssetItemRef', 'DiagramAsset', 'NonDiagramAsset', 'NonDiagramAssets'],
])
const ofMachines = new Set(['EquipmentBase', 'EquipmentModel', 'Mfr', 'ProductionYears'])

function readApp(app: XmlElement, { submission }: AcesHeader, mostlyNeeded: number): FlatLine {
  const { attributes, children } = app
  const [vehicle, make, model] = ['BaseVehicle', 'Make', 'Model'].map((name) => idIn(childOf(app, name)))
  const years = childOf(app, 'Years')
  const position = childOf(app, 'Position')
  const isMachine = children.some(({ name }) => ofMachines.has(name))
  const said: Said = {
    ...(vehicle !== undefined && { vehicle: vehicle as number }),
    ...(make !== undefined && { make: make as number }),
    ...(model !== undefined && { model: model as number }),
    ids: children
      .filter(({ name }) => name in conditionKinds || name === 'EngineBase')
      .map((element): Said['ids'][number] => [element.name, idIn(element) ?? '']),
    ...(position && { position: idIn(position) ?? '' }),
    ...(isMachine && { isMachine }),
    ...(attributes.validate === 'no' && { isDoubted: true }),
    more: moreIn(children),
  }
  const quantity = textIn(app, 'Qty')
  const removes = attributes.action === 'D'
  const line = {
    ...{ brand: '', make: '', model: '', submodel: '', engine: '', position: '' },
    part: (partOf(app)?.text ?? '').replace(/\s+/g, ' '),
    from: vehicle === undefined ? (years?.attributes.from ?? '') : '',
    to: vehicle === undefined ? (years?.attributes.to ?? '') : '',
    quantity: quantity === '' ? mostlyNeeded : Number(quantity),
    notes: wordsIn(app),
    said: JSON.stringify(said),
    removes,
  }
  return { ...line, problem: isMachine ? '' : problemOf(line, said, submission) }
}

/** Its number, or what stands in its place; undefined where there is none. */
function idIn(element: XmlElement | undefined) {
  const id = element?.attributes.id?.trim()
  if (id === undefined || id === '') return undefined
  return /^\d{1,9}$/.test(id) ? Number(id) : id.slice(0, longestCell)
}

/** Qualifiers have their words beside their numbers. */
function wordsIn(app: XmlElement) {
  const texts = app.children
    .filter(({ name }) => name === 'Qual' || name === 'Note')
    .map((element) => (element.name === 'Note' ? element.text : textIn(element, 'text')))
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

const moreIn = (children: XmlElement[]) => [
  ...children
    .filter(({ name }) => !noCondition.has(name) && !ofMachines.has(name))
    .filter(({ name }) => !(name in conditionKinds) && name !== 'EngineBase')
    .map((element) => `${element.name} ${element.text || (idIn(element) ?? '')}`.trim()),
  ...children
    .filter((element) => element.name === 'Qual' && textIn(element, 'text') === '')
    .map((element) => `Qualifier ${idIn(element) ?? ''}`.trim()),
]

type Line = Omit<FlatLine, 'problem'>

function problemOf({ part, from, to, quantity, notes, removes }: Line, said: Said, submission: string) {
  const { vehicle, make, model } = said
  if (removes && submission !== 'UPDATE') return 'It takes something away, which only an UPDATE file does'
  if ([vehicle, make, model].some((id) => typeof id === 'string')) return 'A number of its vehicle is none'
  if (vehicle === undefined) {
    if (make === undefined) return 'It names no vehicle'
    if (model === undefined) return 'It names no model'
    const isYear = (text: string) => /^(19|20)\d{2}$/.test(text)
    if (!isYear(from) || !isYear(to) || from > to) return 'It has no years from and to'
    if (Number(to) - Number(from) >= mostYears) return `“${from}” to “${to}” is more than ${mostYears} years`
  }
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > mostNeeded)
    return `It has no number of pieces from 1 to ${mostNeeded}`
  if (part.length > longestCell) return `“${part.slice(0, 40)}…” has more than ${longestCell} characters`
  if (notes.some((note) => note.length > longestFitNote))
    return `A remark has more than ${longestFitNote} characters`
  return ''
}
