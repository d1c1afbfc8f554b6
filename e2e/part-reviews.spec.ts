import type { Page } from '@playwright/test'
import { linkToken } from '~/test/outbox.ts'
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
import { payByApi } from './pay.ts'
import { dataDir, demoAdmin } from './people.ts'
import { registerByApi, signIn, tokenFor } from './sign-in.ts'

for (const [device, size, part] of [
  ['desktop', desktop, {}],
  ['phone', phone, atLength],
] as const)
  test(
    `a part is reviewed and asked about by who bought it, and the shop answers, on a ${device}`,
    part,
    async ({ page, browser }) => {
      test.slow()
      await page.setViewportSize(size)
      const { id, name } = await aPart(page)
      // Without digits, which could be read as a phone number.
      const asked = `Are the bolts in the box, ${device} ${crypto.randomUUID().replace(/[\d-]/g, '')}?`
      const buyer = await aCustomer(`reviewer-${device}-${crypto.randomUUID().slice(0, 6)}@reviews.example`)
      await page.addInitScript((given) => localStorage.setItem('accessToken', given), buyer.token)
      await buy(page, id, buyer.headers)

      await page.goto(`/services/${id}`)
      await expect(page.getByText('Nobody has reviewed this part yet.')).toBeVisible()
      await page.getByRole('link', { name: 'Review this part' }).click()
      await expect(page.getByLabel('What is it about?')).toHaveValue(id)
      await expect(page.getByRole('option', { name: 'About the shop' })).toBeAttached()
      await expect(page.locator('optgroup[label="A part you bought"]')).toBeAttached()
      const words = `Fitted in ten minutes </script> ${device}`
      await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
      await page.getByLabel('Your review').fill(words)
      await page.getByRole('button', { name: 'Add Review' }).click()
      await expect(page.getByText('Review added successfully')).toBeVisible()
      const own = page.getByRole('article', { name: `Review of ${name}` })
      await expect(page.getByRole('heading', { name: 'Your reviews' })).toBeVisible()
      await own.getByRole('button', { name: /^Edit/ }).click()
      const form = page.getByRole('form', { name: 'Review' }).last()
      await form.getByLabel('Your review').fill(`${words}, and it holds`)
      await form.getByRole('button', { name: 'Save review' }).click()
      await expect(own).toContainText('and it holds')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)

      await page.goto(`/services/${id}`)
      const reviews = page.getByRole('region', { name: 'Reviews' })
      await expect(reviews).toContainText(`${words}, and it holds`)
      await expect(reviews.getByText('4.0')).toBeVisible()
      await expect(reviews.getByRole('link', { name: 'Your review' })).toBeVisible()
      const questions = page.getByRole('region', { name: 'Questions' })
      await questions.getByRole('button', { name: 'Ask a question' }).click()
      await questions.getByLabel('Your question').fill('Does it fit WVWZZZ1KZ6W123456?')
      await questions.getByRole('button', { name: 'Ask', exact: true }).click()
      await expect(questions.getByText(/leave out the VIN/)).toBeVisible()
      await questions.getByLabel('Your question').fill(asked)
      await questions.getByRole('button', { name: 'Ask', exact: true }).click()
      await expect(page.getByText('Thank you. We answer here, and write to you.')).toBeVisible()
      await expect(questions).not.toContainText('Are the bolts')
      await expectNoSidewaysScroll(page)
      await expectAccessibleInBothThemes(page)

      const admin = await (await browser.newContext({ viewport: size, reducedMotion: 'reduce' })).newPage()
      await signIn(admin, demoAdmin)
      await admin.goto('/dashboard')
      await expect(
        admin.getByRole('region', { name: 'To do' }).getByRole('link', { name: /Reviews and questions/ }),
      ).toBeVisible()
      await admin.goto('/dashboard/reviews/questions')
      await expect(admin.getByRole('link', { name: 'To look at' })).toBeVisible()
      await expect(admin.getByRole('link', { name: 'All reviews' })).toBeVisible()
      const question = admin.getByRole('article').filter({ hasText: asked })
      await question.getByRole('button', { name: /^Answer/ }).click()
      await expect(question.getByText('Answer is required')).toBeVisible()
      await question.getByRole('textbox', { name: 'Answer' }).fill('They are not: order four with it.')
      await question.getByRole('button', { name: /^Hide/ }).click()
      await question.getByRole('button', { name: 'Leave it' }).click()
      await question.getByRole('button', { name: /^Answer/ }).click()
      await expect(admin.getByText('The answer is public')).toBeVisible()
      await expect(question.getByRole('button', { name: /^Make it an article/ })).toBeVisible()
      await expectNoSidewaysScroll(admin)
      await expectAccessibleInBothThemes(admin)

      await admin.getByRole('link', { name: 'All reviews' }).click()
      const review = admin.getByRole('article').filter({ hasText: words })
      await review.getByRole('button', { name: /^Reply/ }).click()
      await review.getByRole('textbox', { name: 'Public reply' }).fill('Thank you, Ada.')
      await review.getByRole('button', { name: /^Reply/ }).click()
      await expect(admin.getByText('The reply is public')).toBeVisible()
      await review.getByRole('button', { name: /^Looks fine/ }).click()
      await expect(review.getByRole('button', { name: /^Looks fine/ })).toHaveCount(0)
      await expectAccessible(admin)

      // A reader who has bought nothing says whether it helps.
      const reader = await aCustomer(`reader-${device}-${crypto.randomUUID().slice(0, 6)}@reviews.example`)
      const other = await (await browser.newContext({ viewport: size, reducedMotion: 'reduce' })).newPage()
      await other.addInitScript((given) => localStorage.setItem('accessToken', given), reader.token)
      await other.goto(`/services/${id}`)
      await expect(other.getByText('The shop replied')).toBeVisible()
      await expect(other.getByText('They are not: order four with it.')).toBeVisible()
      await expect(other.getByRole('link', { name: 'Review this part' })).toHaveCount(0)
      await other.getByRole('button', { name: /^Helpful/ }).click()
      await expect(other.getByRole('button', { name: /^Helpful \(1\)/ })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await other.getByRole('button', { name: /^Report/ }).click()
      const dialog = other.getByRole('dialog')
      await expect(dialog).toBeVisible()
      // Somebody buys meanwhile: the page is read again, and what is open stays open.
      await buy(page, id, buyer.headers)
      await expect(other.getByText(/^7 left/).first()).toBeVisible()
      await expect(dialog).toBeVisible()
      await dialog.getByRole('combobox', { name: 'What is wrong with it?' }).selectOption('It is advertising')
      await expectAccessible(other)
      await dialog.getByRole('button', { name: 'Report' }).click()
      await expect(other.getByText('Thank you. We look at this review.')).toBeVisible()

      await admin.goto('/dashboard/reviews')
      const reported = admin.getByRole('article').filter({ hasText: words })
      await expect(reported).toContainText('Reported once')
      await reported.getByRole('button', { name: /^Hide/ }).click()
      await expect(reported.getByRole('option')).toHaveCount(7)
      await reported.getByRole('combobox', { name: 'Why is it hidden?' }).selectOption('It is advertising')
      await reported.getByRole('button', { name: 'Hide it' }).click()
      await expect(admin.getByText('The review is hidden')).toBeVisible()
      await expect(reported).toHaveCount(0)
      await page.goto(`/services/${id}`)
      await expect(page.getByText(/One more is hidden by our rules/)).toBeVisible()
      await expect(page.getByText(words)).toHaveCount(0)
      await page.goto('/dashboard/addReview')
      await expect(own).toContainText('Nobody else sees this review. It is advertising.')

      // A visitor reads the same beside the log-in.
      const visitor = await (await browser.newContext({ viewport: size, reducedMotion: 'reduce' })).newPage()
      await visitor.goto(`/services/${id}`)
      await expect(visitor.getByText('They are not: order four with it.')).toBeVisible()
      await expect(visitor.getByRole('button', { name: 'Ask a question' })).toHaveCount(0)
      await expectNoSidewaysScroll(visitor)
    },
  )

async function aCustomer(email: string) {
  const { person, token } = await registerByApi((to) => linkToken(dataDir(), to, 'verify-email'), email)
  await person.dispose()
  return { token, headers: { authorization: `Bearer ${token}` } }
}

async function aPart(page: Page) {
  const name = `Reviewed Mirror ${crypto.randomUUID().slice(0, 8)}`
  const added = await page.request.post('/api/services', {
    data: {
      productName: name,
      availableQty: 9,
      orderQty: 1,
      price: 9,
      productDescription: 'A part for a journey.',
      image: '/products/alloy-wheel-1200.webp',
    },
    headers: { authorization: `Bearer ${await tokenFor(page, demoAdmin)}` },
  })
  return { id: (await added.json()).insertedId as string, name }
}

async function buy(page: Page, productId: string, headers: Record<string, string>) {
  const placed = await page.request.post('/api/orders', {
    data: { productId, quantity: 1, size: 'M', price: 9 },
    headers,
  })
  const { insertedId: orderId } = await placed.json()
  await payByApi(page.request, headers, { orderId, price: 9 })
}
