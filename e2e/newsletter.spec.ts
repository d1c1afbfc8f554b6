import { linkToken, newest } from '../test/outbox.ts'
import {
  atLength,
  desktop,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  phone,
  test,
} from './fixtures.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn, tokenFor } from './sign-in.ts'

for (const [device, viewport, tags] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test.describe(`on a ${device}`, tags, () => {
    test.use({ viewport })

    test('an editor writes a newsletter, tests it, sends it and sees that it has arrived', async ({
      page,
      request,
    }) => {
      const one = crypto.randomUUID().slice(0, 8)
      const [editor, reader] = [`editor-${one}@example.com`, `reader-${one}@example.com`]
      const subject = `Winter check ${one}`
      await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), editor)
      await request.post(`/api/newsletter/${reader}`)
      const authorization = `Bearer ${await tokenFor({ request }, demoAdmin)}`
      await request.put(`/api/users/${editor}/role`, {
        data: { role: 'editor', from: 'user' },
        headers: { authorization },
      })
      await signIn(page, { email: editor, password: 'Passw0rd1' })
      await page.goto('/dashboard/newsletters')
      await expect(page.getByRole('link', { name: 'Subscribers' })).toBeHidden()
      await page.getByRole('link', { name: 'New newsletter' }).click()
      await page.getByRole('button', { name: 'Save newsletter' }).click()
      await expect(page.getByText('Subject is required')).toBeVisible()
      await page.getByLabel('Subject').fill(subject)
      await page
        .getByLabel('Text')
        .fill('# It is cold\n\nLook at [batteries](/shop) and **bulbs**.\n\n- one\n- two')
      await page.getByRole('button', { name: 'Preview' }).click()
      const preview = page.getByRole('region', { name: 'Preview' })
      await expect(preview.getByRole('heading', { name: 'It is cold' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'As plain text' })).toContainText(
        /batteries \(http.*\/shop\)/,
      )
      await page.getByRole('button', { name: 'Save newsletter' }).click()
      await expect(page.getByRole('heading', { name: 'Edit the newsletter' })).toBeVisible()
      await page.getByRole('button', { name: 'Send me a test' }).click()
      await expect(page.getByText(`The test is on its way to ${editor}`)).toBeVisible()
      expect((await newest(dataDir(), editor, subject)).text).toContain(`Subject: [Test] ${subject}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      // Others may subscribe meanwhile: then it is asked for again, with the new number.
      const progress = page.getByRole('region', { name: 'Progress' })
      await expect(async () => {
        const send = page.getByRole('button', { name: /^Send to [\d,]+ readers?$/ })
        await expect(send.or(progress)).toBeVisible()
        if (await send.isVisible()) {
          await send.click({ timeout: 5000 })
          await page.getByRole('button', { name: 'Send it', exact: true }).click({ timeout: 5000 })
          await expect(page.getByRole('dialog')).toBeHidden()
        }
        await expect(progress).toBeVisible({ timeout: 5000 })
      }).toPass()
      await expect(page.getByRole('status').filter({ hasText: /^Sent/ })).toBeVisible({ timeout: 60_000 })
      await expect(progress.getByText('Still to come')).toBeVisible()
      const mail = await newest(dataDir(), reader, subject)
      expect(mail.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      expect(mail.text).toMatch(/batteries \(http.*\/shop\)/)
      await page.getByRole('button', { name: 'Show the text' }).click()
      await expect(page.getByRole('region', { name: 'Text', exact: true })).toContainText('It is cold')
      await expectAccessibleInBothThemes(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'All newsletters' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: subject })).toContainText(
        /to [\d,]+ readers?/,
      )
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })
