import { expect, test } from 'vitest'
import { mailsTo } from '~/test/mails.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

test('of ten admins who answer at once one answers, and the others are told who', async () => {
  const shop = await aShop()
  const admins = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      signedIn(shop, { email: `admin-${n}@race.example`, name: `Admin ${n}`, admin: true }),
    ),
  )
  const email = 'visitor@race.example'
  const { insertedId: id } = (await shop.post('/api/contact', { email, message: 'Who answers?' })).json()
  for (const seen of [0, 1, 2]) {
    const answers = await Promise.all(
      admins.map(({ headers }, n) => {
        const path = `/api/messages/${id}`
        return n === 9
          ? shop.post(`${path}/answered-elsewhere`, { seen }, headers)
          : shop.post(`${path}/answers`, { answer: `I do, says ${n}`, seen }, headers)
      }),
    )
    const told = answers.filter(({ status }) => status === 409)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(told).toHaveLength(9)
    for (const { text } of told) expect(text).toMatch(/Admin \d has answered this message meanwhile/)
  }
  const { answers } = (await shop.get(`/api/messages/${id}`, admins[0]!.headers)).json()
  expect(answers).toHaveLength(3)
  const written = answers.filter(({ answer }: { answer?: string }) => answer)
  const mails = (await mailsTo(shop, email)).filter((mail) => mail.includes(`\nTo: ${email}`))
  expect(mails).toHaveLength(written.length)
})
