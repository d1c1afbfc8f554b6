import { readFileSync } from 'node:fs'
import { linkToken } from '../test/outbox.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { dataDir, register, typeLogin } from './people.ts'

test('take the data along, then delete the account', async ({ page, complaints }) => {
  const email = `leaving-${Date.now()}@people.example`
  await register(page, (to) => linkToken(dataDir(), to, 'verify-email'), email)
  await page.getByRole('link', { name: 'My Profile' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^my-data-.+\.json$/)
  expect(JSON.parse(readFileSync(await file.path(), 'utf8')).profile.email).toBe(email)

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question.getByText("You won't be able to revert this!")).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await question.getByLabel('Your password').fill('Wrong1234')
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(question.getByText('That is not your password.')).toBeVisible()
  await question.getByLabel('Your password').fill('Passw0rd1')
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto('/login')
  await typeLogin(page, { email, password: 'Passw0rd1' })
  await expect(page.getByRole('alert').getByText('Wrong email or password.')).toBeVisible()
  // The wrong password and the account that is gone: both were to be refused.
  expect(complaints.splice(0).filter((text) => !/\b(422|401)\b/.test(text))).toEqual([])
})
