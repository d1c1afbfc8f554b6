import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { mailsTo } from '~/test/mails.ts'
import { paidOrder } from '~/test/paid-order.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop, engine } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

let shop: TestShop
let editor: Person
let boss: Person
beforeAll(async () => {
  shop = await aShop({
    TRUST_PROXY: 'on',
    PUBLIC_URL: 'https://parts.example',
    SHOP_EMAIL: 'owner@parts.example',
  })
  editor = await signedIn(shop, { email: 'editor@example.com', role: 'editor' })
  boss = await signedIn(shop, { email: 'boss@example.com', admin: true })
})

type Person = Awaited<ReturnType<typeof signedIn>>
let people = 0
async function somebody(name = 'Ada Lovelace') {
  const n = ++people
  const person = await signedIn(shop, { email: `writer-${n}@example.com`, name })
  return { ...person, headers: { ...person.headers, 'x-forwarded-for': `198.51.100.${n}` } }
}

/** Of a part that its author has bought. */
async function aReview(reviewText: string, { name = 'Ada Lovelace', rating = 1 } = {}) {
  const part = await aProduct(shop)
  const author = await somebody(name)
  await paidOrder(shop, author, { productId: part.id, quantity: 1, price: 25 })
  const answer = await shop.post('/api/review', { reviewText, rating, productId: part.id }, author.headers)
  expect(answer.status).toBe(200)
  return { id: answer.json().insertedId as string, part, author }
}
const put = (path: string, body: object, by: Person = editor) =>
  shop.send(path, { method: 'PUT', body, headers: by.headers })
const hide = (id: string, reason: string | null, seen: object = {}) =>
  put(`/api/manage/reviews/${id}/hidden`, { reason, editedAt: null, reports: 0, ...seen })
const partReviews = async (partId: string) => (await shop.get(`/api/service/${partId}/reviews`)).json()
type Item = { kind: string; review?: { _id: string }; question?: { _id: string } }
const queue = async () => {
  const { items } = (await shop.get('/api/manage/review-queue', editor.headers)).json()
  return items.map((item: Item) => (item.review ?? item.question)!._id)
}

describe('a review that breaks the rules', () => {
  test('is hidden for one of the reasons: in no public answer, no sum and no structured data, and its author is told why', async () => {
    const words = 'My neighbour at 5 Mill Lane broke it'
    const { id, part, author } = await aReview(words)
    const page = () => shop.get(`/services/${part.id}`)
    expect((await page()).text).toContain(words)
    expect((await hide(id, 'too bad for us')).status).toBe(422)
    expect((await put(`/api/manage/reviews/${id}/hidden`, { reason: 'personal' }, author)).status).toBe(403)
    expect((await hide(id, 'personal')).status).toBe(200)
    for (const path of [
      `/api/service/${part.id}/reviews`,
      `/api/service/${part.id}/reviews?sort=helpful`,
      `/services/${part.id}`,
      '/api/reviews',
      '/',
    ])
      expect((await shop.get(path)).text, path).not.toContain(words)
    expect(await partReviews(part.id)).toMatchObject({
      rating: { count: 0, average: null, hidden: 1 },
      reviews: [],
    })
    expect((await page()).text).not.toContain('aggregateRating')
    expect((await shop.get(`/api/service/${part.id}`)).json()).not.toHaveProperty('rating')
    const vote = { method: 'PUT', body: { helpful: true }, headers: (await somebody()).headers }
    expect((await shop.send(`/api/review/${id}/helpful`, vote)).status).toBe(404)
    const [mail] = (await mailsTo(shop, author.email)).filter((text) => text.includes('review'))
    expect(mail).toContain('It contains personal data')
    const audit = (await shop.get(`/api/audit?q=review+hidden`, boss.headers)).json()
    expect(audit).toMatchObject([
      { what: 'review hidden', email: editor.email, details: { reason: 'personal' } },
    ])
    expect(JSON.stringify(audit)).not.toContain('Mill Lane')
  })

  test('stays hidden when its author edits it, until somebody of the shop has looked', async () => {
    const { id, part, author } = await aReview('You idiots')
    await hide(id, 'abuse')
    const own = (await shop.get('/api/my-reviews', author.headers)).json()
    expect(own).toMatchObject([{ _id: id, hiddenFor: 'abuse' }])
    const body = { reviewText: 'It does not fit', rating: 1 }
    expect((await put(`/api/review/${id}`, body, author)).status).toBe(200)
    expect((await partReviews(part.id)).reviews).toEqual([])
    expect(await queue()).toContain(id)
    // Who decides by what stood there before is told.
    expect((await hide(id, null)).json().reason).toBe('review_changed')
    const { editedAt } = (await shop.get('/api/my-reviews', author.headers)).json()[0]
    expect((await hide(id, null, { editedAt })).status).toBe(200)
    expect((await partReviews(part.id)).reviews).toMatchObject([{ reviewText: 'It does not fit' }])
    expect(await queue()).not.toContain(id)
  })

  test('about the shop is hidden in the same way, and how many are is said', async () => {
    const ada = await somebody()
    const answer = await shop.post(
      '/api/review',
      { reviewText: 'Buy at evil.example', rating: 5 },
      ada.headers,
    )
    const { insertedId } = answer.json()
    const before = (await shop.get('/api/reviews/summary')).json()
    expect((await shop.get('/')).text).toContain('Buy at evil.example')
    await hide(insertedId, 'advertising')
    expect((await shop.get('/api/reviews/summary')).json()).toMatchObject({
      count: before.count - 1,
      hidden: 1,
    })
    expect((await shop.get('/')).text).not.toContain('Buy at evil.example')
    expect((await shop.get('/')).text).toContain('Hidden by our rules: ')
    await hide(insertedId, null)
    expect((await shop.get('/api/reviews/summary')).json()).toEqual(before)
  })
})

describe('the list of what waits', () => {
  test('has what was reported first, and its number is in the list of work', async () => {
    const first = await aReview('The first')
    const second = await aReview('The second')
    const report = await shop.post(
      `/api/review/${second.id}/report`,
      { reason: 'false' },
      first.author.headers,
    )
    expect(report.status).toBe(200)
    const waiting = await queue()
    expect(waiting[0]).toBe(second.id)
    expect(waiting).toContain(first.id)
    const count = async (by: Person) => (await shop.get('/api/to-do', by.headers)).json().reviews?.count
    const before = await count(editor)
    expect(before).toBe(waiting.length)
    expect(await count(await signedIn(shop, { email: 'packer@example.com', role: 'packer' }))).toBeUndefined()
    const check = (reports: number) =>
      shop.post(`/api/manage/reviews/${second.id}/check`, { editedAt: null, reports }, editor.headers)
    expect((await check(0)).status).toBe(409)
    expect((await check(1)).status).toBe(200)
    expect(await queue()).not.toContain(second.id)
    expect(await count(boss)).toBe(before - 1)
  })

  test('is found by words, and what is hidden by its state', async () => {
    const { id } = await aReview('A rare gooseberry of a part', { name: 'Grace' })
    const found = async (query: string) =>
      (await shop.get(`/api/manage/reviews?${query}`, editor.headers))
        .json()
        .map(({ _id }: { _id: string }) => _id)
    expect(await found('page=1&q=gooseberry')).toEqual([id])
    expect(await found('page=1&q=gooseberry&state=hidden')).toEqual([])
    await hide(id, 'off_topic')
    expect(await found('page=1&q=gooseberry+grace&state=hidden')).toEqual([id])
  })
})

describe('the reply of the shop', () => {
  test('is one, public, mended without another mail, and of two who write one is told', async () => {
    const { id, part, author } = await aReview('It squeaks', { rating: 2 })
    const reply = (text: string, seen: string, by = editor) =>
      put(`/api/manage/reviews/${id}/reply`, { reply: text, seen }, by)
    expect((await reply('Grease the pins </script>', '')).status).toBe(200)
    expect((await partReviews(part.id)).reviews).toMatchObject([
      { reply: { text: 'Grease the pins </script>', at: expect.any(String) } },
    ])
    const late = await reply('Send it back', '', boss)
    expect([late.status, late.json().reason]).toEqual([409, 'reply_changed'])
    expect(late.json().message).toContain('Grease the pins')
    expect((await reply('Grease the pins.', 'Grease the pins </script>')).status).toBe(200)
    const mails = (await mailsTo(shop, author.email)).filter((text) => text.includes('Our reply'))
    expect(mails).toHaveLength(1)
    expect((await reply('', 'Grease the pins.')).status).toBe(200)
    expect((await partReviews(part.id)).reviews[0]).not.toHaveProperty('reply')
  })
})

describe('structured data', () => {
  test('is on the page of a part that was reviewed, with the scale, and hostile words stay words', async () => {
    const hostile = '</script><script>alert(1)</script> ‮ =cmd'
    const { part } = await aReview(hostile, { name: '</script><b>Ada</b>', rating: 4 })
    const html = (await shop.get(`/services/${part.id}`)).text
    expect(html).not.toContain('<script>alert(1)')
    expect(html).not.toContain('<b>Ada')
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)!
    expect(JSON.parse(json!)).toMatchObject({
      '@type': 'Product',
      name: part.name,
      offers: { priceCurrency: 'USD' },
      aggregateRating: { ratingValue: '4.0', reviewCount: 1, bestRating: 5, worstRating: 1 },
      review: [
        {
          author: { name: '</script><b>Ada</b>' },
          reviewBody: hostile,
          reviewRating: { ratingValue: 4, bestRating: 5, worstRating: 1 },
        },
      ],
    })
    const unreviewed = await aProduct(shop)
    for (const path of ['/services/no-such-part', '/', '/blogs'])
      expect((await shop.get(path)).text, path).not.toContain('ld+json')
    for (const path of [`/services/${unreviewed.id}`, '/shop']) {
      const { text } = await shop.get(path)
      expect(text).toContain('ld+json')
      expect(text).not.toMatch(/aggregateRating|"@type":"Review"/)
    }
  })
})

describe('a question about a part', () => {
  const ask = async (by: Person, partId: string, question: string, more: object = {}) =>
    shop.post(`/api/service/${partId}/questions`, { question, ...more }, by.headers)
  const questions = async (partId: string) => (await shop.get(`/api/service/${partId}/questions`)).json()
  const answer = (id: string, text: string, seen = '', by = editor) =>
    put(`/api/manage/questions/${id}/answer`, { answer: text, seen }, by)

  test('is mailed to the shop, public once it is answered, with the first name alone, and who asked is mailed', async () => {
    const part = await aProduct(shop)
    const ada = await somebody('Ada King Lovelace')
    const changed: string[] = []
    shop.database.onChange((topics) => changed.push(...topics))
    const asked = await ask(ada, part.id, 'Is the </script> bolt in the box?', {
      vehicleId: 'volkswagen-golf-5-2.0-tdi-bkd',
    })
    expect(asked.status).toBe(200)
    const { insertedId } = asked.json()
    // A stranger changes no page. PostgreSQL also tells, late, what was written before.
    if (engine === 'sqlite') expect(changed).toEqual([])
    expect(await questions(part.id)).toEqual([])
    const owner = await mailsTo(shop, 'owner@parts.example')
    expect(owner.filter((text) => text.includes(`> Is the </script> bolt`))).toHaveLength(1)
    expect(await queue()).toContain(insertedId)
    expect((await answer(insertedId, 'Yes, it is.', '', ada)).status).toBe(403)
    expect((await answer(insertedId, 'Yes, it is.')).status).toBe(200)
    expect(await questions(part.id)).toEqual([
      {
        _id: insertedId,
        question: 'Is the </script> bolt in the box?',
        askedBy: 'Ada',
        car: expect.stringContaining('Golf'),
        answer: 'Yes, it is.',
        answeredAt: expect.any(String),
      },
    ])
    expect(await queue()).not.toContain(insertedId)
    expect((await answer(insertedId, 'No', '', boss)).json().reason).toBe('reply_changed')
    expect((await answer(insertedId, 'No, it is not.', 'Yes, it is.', boss)).status).toBe(200)
    const mails = (await mailsTo(shop, ada.email)).filter((text) => text.includes('Our answer'))
    expect(mails.map((text) => /(Yes, it is\.|No, it is not\.)/.exec(text)![1]).sort()).toEqual([
      'No, it is not.',
      'Yes, it is.',
    ])
  })

  test('has no VIN, mail address or phone number in it, and a person asks five a day', async () => {
    const part = await aProduct(shop)
    const ada = await somebody()
    for (const text of [
      'Does it fit WVWZZZ1KZ6W123456?',
      'Write to ada@example.com',
      'Call +44 20 7946 0958',
      'Short?',
    ])
      expect([(await ask(ada, part.id, text)).status, text]).toEqual([422, text])
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(ada, part.id, `Question number ${n}?`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await ask(boss, part.id, 'Is it round, as we say?')).status).toBe(403)
    expect((await ask(await somebody(), 'no-such-part', 'Is it round?')).status).toBe(404)
  })

  test('that is hidden is read by nobody, answered or not, and shown again', async () => {
    const part = await aProduct(shop)
    const ada = await somebody()
    const { insertedId: id } = (await ask(ada, part.id, 'Buy at evil.example?')).json()
    const setHidden = (reason: string | null) => put(`/api/manage/questions/${id}/hidden`, { reason })
    expect((await setHidden('advertising')).status).toBe(200)
    expect(await queue()).not.toContain(id)
    await setHidden(null)
    expect(await queue()).toContain(id)
    await answer(id, 'No.')
    await setHidden('advertising')
    expect(await questions(part.id)).toEqual([])
    await setHidden(null)
    expect(await questions(part.id)).toMatchObject([{ answer: 'No.' }])
    const told = (await mailsTo(shop, ada.email)).filter((text) => text.includes('It is advertising'))
    expect(told).toHaveLength(2)
  })

  test('becomes the draft of an article, and its part leads there once that is published', async () => {
    const part = await aProduct(shop)
    const { insertedId: id } = (await ask(await somebody('Bob Hope'), part.id, 'How is it fitted?')).json()
    const toArticle = () => shop.post(`/api/manage/questions/${id}/article`, undefined, editor.headers)
    expect((await toArticle()).json().reason).toBe('not_answered')
    await answer(id, 'With two bolts.')
    const { insertedId: blogId } = (await toArticle()).json()
    expect((await toArticle()).json().reason).toBe('article_already')
    const draft = (await shop.get(`/api/manage/blogs/${blogId}`, editor.headers)).json()
    expect(draft).toMatchObject({ question: 'How is it fitted?', markdown: 'With two bolts.' })
    expect(draft.parts).toMatchObject([{ _id: part.id }])
    expect(JSON.stringify(draft)).not.toContain('Bob')
    expect((await questions(part.id))[0].answer).toBe('With two bolts.')
    await put(`/api/manage/blogs/${blogId}`, {
      question: draft.question,
      markdown: draft.markdown,
      publishAt: new Date(Date.now() - 1000).toISOString(),
      parts: [part.id],
      version: draft.version,
    })
    const [shown] = await questions(part.id)
    expect(shown).toMatchObject({ blogId })
    expect(shown).not.toHaveProperty('answer')
  })
})
