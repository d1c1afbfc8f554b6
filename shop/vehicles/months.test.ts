import { expect, test } from 'vitest'
import { monthAsTyped } from './months.ts'

test.each([
  ['2003-10', '2003-10'],
  ['2003/1', '2003-01'],
  ['200310', '2003-10'],
  ['2003-10-15', '2003-10'],
  ['10/2003', '2003-10'],
  ['1.2003', '2003-01'],
  ['15.10.2003', '2003-10'],
  ['10.03', '2003-10'],
  ['03/98', '1998-03'],
  ['Okt. 2003', '2003-10'],
  ['March 1999', '1999-03'],
  ['Mär 1999', '1999-03'],
  ['', ''],
])('“%s” is %s', (typed, month) => expect(monthAsTyped(typed)).toBe(month))

test.each(['2003', '13/2003', '2003-13', '10/15/2003', 'since 2003', '20031', 'Foo 2003'])(
  '“%s” may be anything, and stays',
  (typed) => expect(monthAsTyped(typed)).toBe(typed),
)
