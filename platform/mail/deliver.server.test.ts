import { expect, test, vi } from 'vitest'
import { aMailServer } from '~/test/mail-server.mjs'
import { newest } from '~/test/outbox.ts'
import { aPerson } from '~/test/people.ts'
import { aShop } from '~/test/shop.ts'

test('a mail in the outbox can be read, and its link copied, whatever the name in it', async () => {
  const shop = await aShop()
  const account = { name: '山田 太郎', email: 'taro@people.example', password: 'Passw0rd1' }
  await aPerson(shop, account)
  await shop.post('/identity/request-password-reset', { email: account.email })
  const { text } = await newest(shop.config.dataDir, account.email, '/new-password#')
  expect(text).toContain('Hello 山田 太郎,\n')
  expect(text).toMatch(/^http:\/\/localhost:\d+\/new-password#[\w-]{20,}$/m)
  expect(text).toMatch(
    /<a href="http:\/\/localhost:\d+\/new-password#[\w-]{20,}"[^>]*>Choose a new password</,
  )
  expect(text).toMatch(/^Message-ID: <[\w-]+@carparts\.example>$/m)
})

test('a mail server gets the text and the HTML part of a mail', async () => {
  const server = await aMailServer()
  const shop = await aShop({ DEMO: 'off', SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  await shop.post('/api/contact', { email: 'ada@shop.example', message: 'Do you fit tyres?' })
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), 20_000)
  const { text } = server.mails[0]!
  expect(text).toMatch(/^From: Car Parts <shop@carparts\.example>\r$/m)
  expect(text).toMatch(/multipart\/alternative[\s\S]+text\/plain[\s\S]+Do you fit tyres\?[\s\S]+text\/html/)
  expect(text).toMatch(/^Message-ID: <[\w-]+@carparts\.example>\r$/m)
  await server.stop()
})
