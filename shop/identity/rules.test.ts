import { describe, expect, test } from 'vitest'
import { contactPhoneProblem, nameProblem, normalPhone, passwordProblem, phoneProblem } from './rules.ts'
import { deviceName } from './session/device-cookie.server.ts'

describe('a password', () => {
  const rule = 'Password must be at least 8 characters, contain at least one letter and one number'
  test.each([
    ['', 'Password is required'],
    ['abcdef1', rule],
    ['abcdefgh', rule],
    ['12345678', rule],
    ['abcdefg1!', rule],
    ['pässwort1', rule],
    ['abcdefg1', undefined],
    ['1ABCDEFG', undefined],
  ])('%s', (typed, problem) => expect(passwordProblem(typed)).toBe(problem))
})

describe('a name', () => {
  test.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['R2D2', 'Name is not valid'],
    ['<b>Ada</b>', 'Name is not valid'],
    ["-'.,", 'Name is not valid'],
    ["Conan O'Brien, Jr.", undefined],
    ['Jean-Luc', undefined],
    ['Зоя Ångström', undefined],
    ['山田 太郎', undefined],
    ['नरेंद्र', undefined],
  ])('%s', (typed, problem) => expect(nameProblem(typed)).toBe(problem))
})

test('a phone is stored in its international form', () => {
  expect(normalPhone('0044 (20) 7946-0958')).toBe('+442079460958')
  expect(phoneProblem('+1 212 555 0123')).toBeUndefined()
  expect(phoneProblem('212 555 0123')).toContain('country code')
})

describe('the phone of a profile', () => {
  const problem = 'Phone must be a number, like +1 212 555 0123'
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['020 7946 0958', undefined],
    ['+49 (0)151/123-45', undefined],
    ['call me', problem],
    ['1', problem],
    ['1234567890123456', problem],
    ['+1 212 555 0123 <b>', problem],
  ])('%s', (typed, expected) => expect(contactPhoneProblem(typed)).toBe(expected))
})

test('a device is called what a person would call it', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'
  expect(deviceName(chrome)).toBe('Chrome on Linux')
  expect(deviceName('curl/8.0')).toBe('A program')
  expect(deviceName(null)).toBe('A program')
})
