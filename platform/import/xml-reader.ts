import { FileProblem } from './file-problem.ts'

export type XmlAttributes = Readonly<Record<string, string>>

/** Names are those behind the colon: whose they are differs from file to file, and what they mean does not. */
export type XmlHandler = {
  open: (name: string, attributes: XmlAttributes, line: number) => void
  /** With the text between the last tag inside it, or its own, and this one. */
  close: (name: string, text: string) => void
}

const deepest = 32
const longestText = 256 * 1024
/** Of a tag, a comment or an instruction. */
const longestMark = 64 * 1024

/**
 * Reads XML as catalogues of parts are written, in pieces that may be cut anywhere. There is no DOCTYPE and no entity but the
 * five of XML, so a file can neither grow while it is read nor name another one. Throws a `FileProblem` that names the line.
 */
export class XmlReader {
  readonly #handler: XmlHandler
  /** Begins on this line with what could not be read yet. */
  #rest = ''
  #line = 1
  #open: string[] = []
  #text = ''
  #hasBegun = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(piece: string) {
    const xml = this.#rest + piece
    let at = 0
    for (;;) {
      const start = xml.indexOf('<', at)
      this.#takeText(start < 0 ? xml.slice(at) : xml.slice(at, start))
      at = start < 0 ? xml.length : start
      const kind = start < 0 ? undefined : this.#kindAt(xml, start)
      const end = kind ? endOf[kind](xml, start) : -1
      if (!kind || end < 0) break
      const mark = xml.slice(start, end)
      if (mark.length > (kind === 'cdata' ? longestText : longestMark)) this.#fail(tooLong)
      this.#take[kind](mark)
      this.#line += lineBreaks(mark)
      at = end
    }
    this.#rest = xml.slice(at)
    if (this.#rest.length > longestText) this.#fail(tooLong)
  }

  end() {
    const inside = this.#open.at(-1)
    if (inside) this.#fail(`The file ends inside <${inside}>: a part of it is missing, ask for it again.`)
    if (this.#rest) this.#fail('The file ends inside a tag: a part of it is missing, ask for it again.')
    if (!this.#hasBegun) this.#fail(notXml)
  }

  /** Undefined for one that is cut off before it can be told. */
  #kindAt(xml: string, start: number): Kind | undefined {
    const second = xml[start + 1]
    if (second === undefined) return undefined
    if (second === '?') return 'instruction'
    if (second === '/') return 'closing'
    if (second !== '!') return 'opening'
    if (xml.startsWith(commentStart, start)) return 'comment'
    if (xml.startsWith(cdataStart, start)) return 'cdata'
    const seen = xml.slice(start)
    if (commentStart.startsWith(seen) || cdataStart.startsWith(seen)) return undefined
    return this.#fail('“<!DOCTYPE” and the like are not taken.')
  }

  #takeText(text: string) {
    if (text === '') return
    const stray = this.#open.length === 0 ? text.search(/[^\s\uFEFF]/) : -1
    if (stray >= 0) {
      this.#line += lineBreaks(text.slice(0, stray))
      this.#fail(this.#hasBegun ? 'There is text outside of the document.' : notXml)
    }
    const wrong = text.search(notInXml)
    this.#line += lineBreaks(wrong < 0 ? text : text.slice(0, wrong))
    if (wrong >= 0) this.#fail('There is a character that XML does not have.')
    this.#text += text
    if (this.#text.length > longestText) this.#fail(`The text in <${this.#open.at(-1) ?? ''}> is too long.`)
  }

  readonly #take: Record<Kind, (mark: string) => void> = {
    instruction() {},
    comment() {},
    // Its text is what it is: it is read as any other further down.
    cdata: (mark) => {
      const text = mark.slice(cdataStart.length, -cdataEnd.length).replaceAll('&', '&amp;')
      const line = this.#line
      this.#takeText(text)
      this.#line = line
    },
    opening: (mark) => {
      if (this.#open.length === 0 && this.#hasBegun)
        this.#fail('There is more than one document in the file.')
      if (this.#open.length === deepest) this.#fail(`Tags are nested deeper than ${deepest} levels.`)
      const [head, name] = opening.exec(mark) ?? []
      if (!head || !name) return this.#fail(`“${mark.slice(0, 40)}” is no tag.`)
      this.#hasBegun = true
      this.#text = ''
      const own = localName(name)
      this.#handler.open(own, this.#attributesIn(mark, head.length), this.#line)
      if (mark.endsWith('/>')) this.#handler.close(own, '')
      else this.#open.push(own)
    },
    closing: (mark) => {
      const name = localName(mark.slice(2, -1).trim())
      const inside = this.#open.pop()
      if (inside === undefined || name !== inside)
        return this.#fail(`</${name}> closes ${inside ? `<${inside}>` : 'nothing'}.`)
      const text = this.#plain(this.#text)
      this.#text = ''
      this.#handler.close(name, text)
    },
  }

  #attributesIn(mark: string, from: number): XmlAttributes {
    const attributes: Record<string, string> = {}
    let at = from
    for (;;) {
      attribute.lastIndex = at
      const [found, name, double, single] = attribute.exec(mark) ?? []
      if (!found || !name) break
      at += found.length
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue
      const own = localName(name)
      if (Object.hasOwn(attributes, own)) this.#fail(`“${own}” is there twice in one tag.`)
      // Some programs pad them.
      attributes[own] = this.#plain(double ?? single ?? '').trim()
    }
    if (!/^\s*\/?>$/.test(mark.slice(at))) this.#fail(`“${mark.slice(0, 40)}” cannot be read.`)
    return attributes
  }

  #plain(text: string) {
    if (!text.includes('&')) return text
    return text.replace(/&([^;&<\s]{0,12};?)/g, (whole, rest: string) => {
      const meant = rest.endsWith(';') ? characterOf(rest.slice(0, -1)) : undefined
      return meant ?? this.#fail(`“${whole}” stands for nothing: & is written as &amp;`)
    })
  }

  #fail(message: string): never {
    throw new FileProblem(this.#line, [message])
  }
}

type Kind = 'opening' | 'closing' | 'comment' | 'cdata' | 'instruction'

const commentStart = '<!--'
const cdataStart = '<![CDATA['
const cdataEnd = ']]>'
const notXml = 'This is not XML.'
const tooLong = 'Something begins here that is too long, or never ends.'

const behind = (end: string, skipped: number) => (xml: string, start: number) => {
  const found = xml.indexOf(end, start + skipped)
  return found < 0 ? -1 : found + end.length
}
/** Where each ends; -1 where that is in a piece to come. */
const endOf: Record<Kind, (xml: string, start: number) => number> = {
  comment: behind('-->', commentStart.length),
  cdata: behind(cdataEnd, cdataStart.length),
  instruction: behind('?>', 2),
  closing: behind('>', 2),
  // In a value between quotation marks “>” closes nothing.
  opening(xml, start) {
    let quote = ''
    for (let n = start + 1; n < xml.length; n += 1) {
      const character = xml[n]!
      if (quote) quote = character === quote ? '' : quote
      else if (character === '>') return n + 1
      else if (character === '"' || character === "'") quote = character
    }
    return -1
  },
}

const name = /[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?/u.source
const opening = new RegExp(`^<(${name})(?=[\\s/>])`, 'u')
const attribute = new RegExp(`\\s+(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** What PostgreSQL would refuse is among them. */
const notInXml = /[^\P{Cc}\t\n\r\u007F-\u009F]|[\uFFFE\uFFFF]/u

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Of an entity, by its name or its number. */
function characterOf(entity: string) {
  if (Object.hasOwn(entities, entity)) return entities[entity]
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(entity) ?? []
  if (!hex && !decimal) return undefined
  const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined
  const character = String.fromCodePoint(point)
  return notInXml.test(character) ? undefined : character
}

function lineBreaks(text: string) {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
