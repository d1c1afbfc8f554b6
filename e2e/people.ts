import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const demoAdmin = { email: 'admin@carparts.example', password: 'Admin1234' }
export const demoCustomer = { email: 'customer@carparts.example', password: 'Customer1234' }

/** Where the shop of the journeys writes mails and messages. */
export const dataDir = () => process.env.E2E_DATA_DIR!

export async function typeLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** By the form, as a person would. */
export async function logIn(page: Page, account: { email: string; password: string }) {
  await page.goto('/login')
  await typeLogin(page, account)
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByText(/^Thank you, .+ to stay with us!$/)).toBeVisible()
  await expect(page).toHaveURL('/')
}

/** Registers by the form and opens the mailed link; signed in afterwards. */
export async function register(page: Page, linkToken: (to: string) => Promise<string>, email: string) {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Passw0rd1')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('status').getByText(/check your email or spam/)).toBeVisible()
  await page.goto(`/verify-email#${await linkToken(email)}`)
  await expect(page).toHaveURL(/\/dashboard$/)
}
