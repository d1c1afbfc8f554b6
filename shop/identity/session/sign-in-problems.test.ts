import { expect, test } from 'vitest'
import { signInProblem } from './sign-in-problems.ts'

test.each([
  ['popup-blocked', 'Your browser blocked the Google window. Allow popups for this site and try again.'],
  ['popup-closed-by-user', 'The Google window was closed before you were logged in.'],
  ['cancelled-popup-request', 'A second Google window was opened. Please continue there.'],
  ['unauthorized-domain', 'Google does not know this address of the shop.'],
  ['invalid-api-key', 'Login with Google is not set up correctly. Please use email and password.'],
  ['web-storage-unsupported', 'Your browser keeps no data for this site. Allow cookies and try again.'],
  ['redirect_uri_mismatch', 'Google does not know this address of the shop.'],
  ['never-heard-of', 'The login did not work. Please try again.'],
])('the problem %s is explained in words', (code, words) => {
  expect(signInProblem(code).message).toBe(words)
})
