import { expect, test } from 'vitest'
import { flatColumnsProblem, guessFlatColumns } from './flat-columns.ts'
import { namesPart, readFlatLine } from './read-flat.ts'

const read = (cells: Record<string, string>) => readFlatLine(cells, { brand: 'Bremsa', quantity: 1 })
const whole = { part: 'B-1', make: 'Honda', model: 'Accord', years: '2004' }

test.each([
  [
    'Part No;Brand;Year From;Year To;Make;Model;Submodel;Engine;Position;Qty;Notes',
    'part brand from to make model submodel engine position quantity notes',
  ],
  [
    'Artikel-Nr.;Hersteller;Baujahr von;Baujahr bis;Marke;Modell;Motor;Einbauort;Stück;Bemerkung',
    'part brand from to make model engine position quantity notes',
  ],
  ['SKU;Year;Make;Model;Trim;Engine;Note;Remarks', 'part years make model submodel engine notes notes'],
  ['CustomLabel;Relationship;RelationshipDetails;Price', 'part - details -'],
])('columns are known by what they are called: %s', (headings, columns) => {
  const guesses = guessFlatColumns(headings.split(';'))
  expect(guesses.map((guess) => guess || '-').join(' ')).toBe(columns)
  expect(flatColumnsProblem(guesses)).toBeUndefined()
})

test('a file without part numbers, cars or years is asked for them', () => {
  expect(flatColumnsProblem(['make', 'model', 'years'])).toContain('part number')
  expect(flatColumnsProblem(['part', 'model', 'years'])).toContain('the make and the model')
  expect(flatColumnsProblem(['part', 'make', 'model', 'from'])).toContain('the first and the last one')
  expect(flatColumnsProblem(['part', 'make', 'make', 'model', 'years'])).toContain('Two columns')
})

test.each([
  [{ years: '2004' }, '2004', '2004'],
  [{ years: '2003-2006' }, '2003', '2006'],
  [{ years: '2003 – 2006' }, '2003', '2006'],
  [{ years: '2003 to 2006' }, '2003', '2006'],
  [{ years: '', from: '2003', to: '2006' }, '2003', '2006'],
  [{ years: '', from: '10.2003', to: '11/2008' }, '2003-10', '2008-11'],
  [{ years: '10/2003 - 11/2008' }, '2003-10', '2008-11'],
  [{ years: '2003-10' }, '2003-10', '2003-10'],
])('years are years, and months are months: %o', (cells, from, to) => {
  expect(read({ ...whole, ...cells })).toMatchObject({ from, to, problem: '' })
})

test.each([
  [{ make: '' }, 'no make'],
  [{ model: '-' }, 'no model'],
  [{ years: '' }, 'no years'],
  [{ years: '', from: '2003' }, 'from when to when'],
  [{ years: '03-06' }, 'is no year'],
  [{ years: '2006-2003' }, 'is before'],
  [{ years: '', from: '2003', to: '2006-05' }, 'a year and a month'],
  [{ years: '1930-2020' }, 'more than 60 years'],
  [{ quantity: '0' }, 'no number of pieces'],
  [{ quantity: '2 sets' }, 'no number of pieces'],
  [{ engine: 'x'.repeat(81) }, 'more than 80 characters'],
  [{ notes: 'x'.repeat(501) }, 'more than 500 characters'],
])('what cannot be read says why: %o', (cells, problem) => {
  expect(read({ ...whole, ...cells }).problem).toContain(problem)
})

test('what is not said is taken from what was said of the whole file', () => {
  expect(read(whole)).toMatchObject({ brand: 'Bremsa', quantity: 1, notes: [], position: '' })
  expect(read({ ...whole, brand: 'Other', quantity: '2,00', position: 'Front  LEFT' })).toMatchObject({
    brand: 'Other',
    quantity: 2,
    position: 'front left',
  })
})

test('what stands for no number is none', () => {
  expect(['N/R', 'na', '-', ' ', 'NA-1'].map(namesPart)).toEqual([false, false, false, false, true])
})

test('details with names are read like columns, and those that have no column restrict', () => {
  const details = 'Year=2004|Make=Honda|Model=Accord|Trim=EX|Engine=2.4 L|Body=Sedan|Notes=with ABS'
  expect(read({ part: 'B-1', details })).toMatchObject({
    from: '2004',
    make: 'Honda',
    model: 'Accord',
    submodel: 'EX',
    engine: '2.4 L',
    notes: ['Body Sedan', 'with ABS'],
    problem: '',
  })
})
