import { describe, expect, test } from 'vitest'
import { contactProblem, vinProblem } from './public-text.ts'

describe('what is public', () => {
  test.each([
    'Does it fit WVWZZZ1KZ6W123456?',
    'does it fit wvwzzz1kz6w123456',
    'VIN: WVW ZZZ 1KZ 6W 123456, please check',
    'WVW-ZZZ-1KZ-6W-123456',
  ])('holds no VIN: %s', (text) => {
    expect(vinProblem(text)).toBe('This will be public: leave out the VIN, and choose your car instead.')
    expect(contactProblem(text)).toBe(vinProblem(text))
  })

  test.each([
    ['write to ada@example.com please', 'mail addresses'],
    ['ada (at) example.com', 'mail addresses'],
    ['call +44 20 7946 0958', 'phone numbers'],
    ['0049-151-23456789', 'phone numbers'],
    ['my number is 0207 946 0958.', 'phone numbers'],
    ['(555) 010-4477', 'phone numbers'],
  ])('tells nobody how to reach somebody: %s', (text, what) => {
    expect(contactProblem(text)).toContain(`leave out ${what}`)
  })

  test.each([
    'Does it replace Bosch 0 986 494 104, or 1K0 615 301 AA?',
    'BMW 34 11 6 794 300 and OE 06A 115 561 B',
    'Golf 5 2.0 TDI, built 10/2003 to 11/2008, 103 kW',
    'BMW E46 320D M47 2001',
    'I need 4 of 312 mm x 25 mm, price 25.00 @ 10 pieces',
    'EAN 4047024455887 is on the box',
    'Is this the right one for the front axle of my old estate, and is the sensor in the box?',
  ])('may say everything else: %s', (text) => {
    expect(contactProblem(text)).toBeUndefined()
  })
})
