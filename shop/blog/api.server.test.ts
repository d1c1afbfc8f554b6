import { beforeAll, expect, test } from 'vitest'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await aShop()
})

test('the blog lists its 12 questions with their answers', async () => {
  const answer = await shop.get('/api/blogs')
  expect(answer.status).toBe(200)
  const blogs = answer.json()
  expect(blogs).toHaveLength(12)
  for (const blog of blogs)
    expect(blog).toEqual({
      _id: expect.any(String),
      question: expect.any(String),
      answer: expect.any(String),
    })
})

test('one question is found by its id', async () => {
  const [first] = (await shop.get('/api/blogs')).json()
  expect((await shop.get(`/api/blog/${first._id}`)).json()).toEqual(first)
})

test.each(['nope', '__proto__', '%F0%9F%9A%97'])('the unknown question %s is a 404 in JSON', async (id) => {
  const answer = await shop.get(`/api/blog/${id}`)
  expect(answer.status).toBe(404)
  expect(answer.json()).toEqual({ message: 'There is no such question.', reason: 'unknown_blog' })
})

test('the page of an unknown question is a 404 page', async () => {
  const answer = await shop.get('/blogs/nope')
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.text).toContain('</html>')
})
