import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

test.each([
  ['no connection', { code: 'ESOCKET', command: 'CONN' }, 'nowhere', 'ESOCKET'],
  ['a connection that breaks off', { code: 'ECONNECTION' }, 'nowhere', 'ECONNECTION'],
  ['no answer in time', { code: 'ETIMEDOUT' }, 'nowhere', 'ETIMEDOUT'],
  [
    'a wrong password',
    { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 no', command: 'AUTH PLAIN' },
    'nowhere',
    '535 5.7.8',
  ],
  [
    'a server that closes',
    { code: 'EENVELOPE', responseCode: 421, response: '421 4.3.2 bye', command: 'RCPT TO' },
    'nowhere',
    '421 4.3.2',
  ],
  [
    'our own address refused',
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.7.1 who?', command: 'MAIL FROM' },
    'nowhere',
    '550 5.7.1',
  ],
  [
    'a full mailbox',
    { code: 'EENVELOPE', responseCode: 452, response: '452 4.2.2 full', command: 'RCPT TO' },
    'later',
    '452 4.2.2',
  ],
  [
    'no mailbox',
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 <a@b.c> unknown', command: 'RCPT TO' },
    'failed',
    '550 5.1.1',
  ],
  [
    'a refused text',
    { code: 'EMESSAGE', responseCode: 554, response: '554 5.7.1 spam', command: 'DATA' },
    'failed',
    '554 5.7.1',
  ],
  ['an address that cannot be written to', { code: 'EENVELOPE' }, 'failed', 'EENVELOPE'],
  ['something unknown', new Error('?'), 'later', 'unknown'],
])('%s', (_what, thrown, kind, error) => {
  expect(outcomeOf(thrown)).toEqual({ kind, error, isDead: error === '550 5.1.1' })
})

test('a sender without a name of its own is no dead mailbox', () => {
  const refused = {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    response: '550 5.1.8 bad sender',
  }
  expect(outcomeOf(refused)).toMatchObject({ kind: 'failed', isDead: false })
})
