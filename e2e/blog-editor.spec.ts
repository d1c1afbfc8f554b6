import { aPng } from '../test/pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { demoAdmin } from './people.ts'
import { signIn } from './sign-in.ts'

test('an editor writes a question with a picture and a part, and of two who save the second sees both texts', async ({
  page,
  browser,
}) => {
  const question = `Why does it whistle ${Date.now()}?`
  await signIn(page, demoAdmin)
  await page.goto('/dashboard/blogs')
  await page.getByRole('link', { name: 'New question' }).click()
  await page.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText('Question is required')).toBeVisible()
  await page.getByLabel('Question').fill(question)
  await page.getByLabel('Answer').fill('# The belt\n\nIt is **worn**.')
  await page
    .getByLabel('Add a picture')
    .setInputFiles({ name: 'belt.png', mimeType: 'image/png', buffer: await aPng(60, 40) })
  await page.getByLabel(/^What belt\.png shows/).fill('A worn belt')
  await page.getByRole('button', { name: 'Put it in' }).click()
  await expect(page.getByLabel('Answer')).toHaveValue(/!\[A worn belt\]\(\/images\//)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'The belt' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'A worn belt' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a part to put beside it' }).fill('timing belt')
  await page.getByRole('list', { name: 'Found parts' }).getByRole('button').first().click()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Publish now' }).check()
  await page.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText('Question saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit the question' })).toBeVisible()

  const context = await browser.newContext({
    baseURL: process.env.E2E_URL!,
    reducedMotion: 'reduce',
    storageState: await page.context().storageState(),
  })
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByLabel('Answer').fill('Written by the second')
  await page.getByLabel('Answer').fill('Saved by the first')
  await page.getByRole('button', { name: 'Save question' }).click()
  await expect(page.getByText(/^Version 2,/)).toBeVisible()
  await second.getByRole('button', { name: 'Save question' }).click()
  const conflict = second.getByRole('region', { name: 'Saved by somebody else' })
  await expect(conflict).toContainText('Saved by the first')
  await expect(second.getByLabel('Answer')).toHaveValue('Written by the second')
  await second.setViewportSize(phone)
  await expectAccessible(second)
  await expectNoSidewaysScroll(second)
  await conflict.getByRole('button', { name: 'Go on with mine' }).click()
  await second.getByRole('button', { name: 'Save question' }).click()
  await expect(second.getByText(/^Version 3,/)).toBeVisible()

  await second.getByRole('link', { name: 'See it in the blog' }).click()
  await expect(second.getByRole('heading', { name: question })).toBeVisible()
  await expect(second.getByText('Written by the second')).toBeVisible()
  await second.getByRole('region', { name: 'Parts for it' }).getByRole('link').click()
  const blog = second.getByRole('region', { name: 'From the blog' })
  await expect(blog.getByRole('link', { name: question })).toBeVisible()
  await context.close()
})
