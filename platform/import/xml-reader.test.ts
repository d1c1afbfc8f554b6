import { describe, expect, test } from 'vitest'
import { decodeXml, isXml } from './decode-xml.ts'
import { FileProblem } from './file-problem.ts'
import { XmlReader } from './xml-reader.ts'

/** What is opened and closed, in order. */
function eventsOf(...pieces: string[]) {
  const events: unknown[] = []
  const reader = new XmlReader({
    open: (name, attributes, line) => events.push([name, { ...attributes }, line]),
    close: (name, text) => events.push([name, text]),
  })
  for (const piece of pieces) reader.write(piece)
  reader.end()
  return events
}

/** “Line 2: This is not XML.” */
function problemOf(read: () => unknown) {
  try {
    read()
  } catch (error) {
    if (error instanceof FileProblem) return `Line ${error.line}: ${error.message}`
    throw error
  }
  return undefined
}

const catalogue = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- <Item> in a comment, and 5 > 4 -->
<p:PIES xmlns:p="http://www.autocare.org" xmlns="x">
  <p:Item MaintenanceType="A" note='1 > 0 &amp; "so"'>
    <Empty/><Text>Caf&#233; &lt;b&gt; &#x1F600; &quot;&apos;</Text>
    <Mkt><![CDATA[5 < 6 & &amp; ]] >]]> and more</Mkt >
  </p:Item>
</p:PIES>
`

test('names, values and texts are read as they are meant, whatever comes before their names', () => {
  expect(eventsOf(catalogue)).toEqual([
    ['PIES', {}, 3],
    ['Item', { MaintenanceType: 'A', note: '1 > 0 & "so"' }, 4],
    ['Empty', {}, 5],
    ['Empty', ''],
    ['Text', {}, 5],
    ['Text', 'Café <b> 😀 "\''],
    ['Mkt', {}, 6],
    ['Mkt', '5 < 6 & &amp; ]] > and more'],
    ['Item', '\n  '],
    ['PIES', '\n'],
  ])
})

test('a file that is cut between any two pieces reads the same', () => {
  const whole = eventsOf(catalogue)
  for (let n = 1; n < catalogue.length; n += 1)
    expect(eventsOf(catalogue.slice(0, n), catalogue.slice(n))).toEqual(whole)
  expect(eventsOf(...catalogue)).toEqual(whole)
})

describe('a file is refused in a sentence with its line that', () => {
  const within = (text: string) => () => eventsOf(`<a>\n${text}</a>`)
  const deep = (levels: number) => () => eventsOf('<a>'.repeat(levels) + '</a>'.repeat(levels))
  const entity = '<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>'

  test.each<[string, () => unknown, string]>([
    ['has a DOCTYPE', () => eventsOf(entity), 'Line 1: “<!DOCTYPE” and the like are not taken.'],
    ['names an entity', within('&x;'), 'Line 2: “&x;” stands for nothing: & is written as &amp;'],
    ['has a bare &', within('A & B'), 'Line 2: “&” stands for nothing: & is written as &amp;'],
    ['has no character', within('&#0;'), 'Line 2: “&#0;” stands for nothing: & is written as &amp;'],
    ['has a control sign', within('\u0001'), 'Line 2: There is a character that XML does not have.'],
    ['is too deep', deep(33), 'Line 1: Tags are nested deeper than 32 levels.'],
    ['has a long text', within('x'.repeat(300_000)), 'Line 2: The text in <a> is too long.'],
    [
      'has a long tag',
      within(`<b c="${'x'.repeat(300_000)}`),
      'Line 2: Something begins here that is too long, or never ends.',
    ],
    ['closes another tag', within('<b>\n</c>'), 'Line 3: </c> closes <b>.'],
    ['says a thing twice', within('<b c="1" c="2"/>'), 'Line 2: “c” is there twice in one tag.'],
    ['has no quotation marks', within('<b c=1/>'), 'Line 2: “<b c=1/>” cannot be read.'],
    ['has a number as a name', within('<1/>'), 'Line 2: “<1/>” is no tag.'],
    [
      'is another one behind it',
      () => eventsOf('<a/>\n<a/>'),
      'Line 2: There is more than one document in the file.',
    ],
    ['is a sheet', () => eventsOf('number,name'), 'Line 1: This is not XML.'],
    ['is empty', () => eventsOf(''), 'Line 1: This is not XML.'],
    [
      'is cut off',
      () => eventsOf('<a>\n<b>\n1'),
      'Line 3: The file ends inside <b>: a part of it is missing, ask for it again.',
    ],
    [
      'is cut off in a tag',
      () => eventsOf('<a/>\n<!--'),
      'Line 2: The file ends inside a tag: a part of it is missing, ask for it again.',
    ],
  ])('%s', (_, read, problem) => {
    expect(problemOf(read)).toBe(problem)
  })

  test('is thirty-two levels deep at most', () => {
    expect(problemOf(deep(32))).toBeUndefined()
  })
})

describe('a file is read in the encoding that it names', () => {
  const said = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n<a>Gehäuse</a>`
  const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const wide = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))

  test.each([
    ['UTF-8', new Uint8Array(Buffer.from(said('UTF-8')))],
    ['ISO-8859-1', latin(said('ISO-8859-1'))],
    ['UTF-16', wide(said('UTF-16'))],
  ])('%s', (_, bytes) => {
    expect(isXml(bytes)).toBe(true)
    expect(decodeXml(bytes)).toContain('<a>Gehäuse</a>')
  })

  test('and one that is not what it says it is, is damaged: its line is named', () => {
    expect(problemOf(() => decodeXml(latin(said('UTF-8'))))).toBe(
      'Line 2: Here the file is not in UTF-8, as it says it is. Ask for it again: it may be in ISO-8859-1.',
    )
    expect(problemOf(() => decodeXml(latin(said('EBCDIC'))))).toBe(
      'Line 1: The file is in “EBCDIC”: UTF-8, UTF-16 and ISO-8859-1 are read.',
    )
    expect(isXml(latin('number,name'))).toBe(false)
  })
})
