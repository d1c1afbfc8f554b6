import { beforeAll, describe, expect, test } from 'vitest'
import { shownPictures } from '~/app/wiring/workers.server.ts'
import { hours } from '~/platform/time.ts'
import { deleteUnusedImages } from '~/shop/images/claim.server.ts'
import { storePicture } from '~/shop/images/store.server.ts'
import { aProduct } from '~/test/a-product.ts'
import { aPng } from '~/test/pictures.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

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

describe('an editor', () => {
  let editor: Awaited<ReturnType<typeof signedIn>>
  let other: typeof editor
  beforeAll(async () => {
    editor = await signedIn(shop, { email: 'editor@example.com', name: 'Edith', role: 'editor' })
    other = await signedIn(shop, { email: 'other@example.com', name: 'Otto', role: 'editor' })
  })
  const text = (change: object = {}) => ({
    question: 'When do I change the coolant?',
    markdown: '# Every five years\n\nOr sooner. **Never** open it hot.\n\n- one\n- two',
    publishAt: null,
    parts: [],
    ...change,
  })
  const write = (body: object) => shop.post('/api/manage/blogs', body, editor.headers)
  const written = async (change?: object) => (await write(text(change))).json().insertedId as string
  const save = (id: string, body: object, by = editor) =>
    shop.send(`/api/manage/blogs/${id}`, { method: 'PUT', body, headers: by.headers })
  const shown = async (id: string) => (await shop.get(`/api/blog/${id}`)).status
  const inAnHour = () => new Date(Date.now() + hours(1)).toISOString()
  const longAgo = '2026-02-02T03:04:05.000Z'

  test('writes a draft that nobody sees, and publishes it: it is the first of the list, in words and as a tree', async () => {
    const id = await written()
    expect(id).toMatch(/^when-do-i-change-the-coolant-\w{6}$/)
    expect([await shown(id), (await shop.get(`/blogs/${id}`)).status]).toEqual([404, 404])
    const publishAt = new Date().toISOString()
    expect((await save(id, text({ publishAt, version: 1 }))).json()).toEqual({ version: 2 })
    const [first] = (await shop.get('/api/blogs')).json()
    const answer = 'Every five years\n\nOr sooner. Never open it hot.\n\none\n\ntwo'
    expect(first).toEqual({ _id: id, question: 'When do I change the coolant?', answer })
    const { nodes } = (await shop.get(`/api/blog/${id}`)).json()
    expect(nodes[0]).toEqual({ tag: 'h2', children: ['Every five years'] })
    expect((await shop.get(`/blogs/${id}`)).text).toContain('<strong>Never</strong>')
    expect((await shop.get('/sitemap.xml')).text).toContain(`/blogs/${id}`)
  })

  test('names an hour: nothing is shown before, and everything from then on without anybody doing anything', async () => {
    const publishAt = new Date(Date.now() + 1200).toISOString()
    const id = await written({ publishAt, question: 'Soon?' })
    expect((await shop.get('/blogs')).text).not.toContain('Soon?')
    expect(await shown(id)).toBe(404)
    const listed = async () => {
      await shop.workers.blogs.wake()
      return (await shop.get('/blogs')).text
    }
    await expect.poll(listed, { timeout: 10_000 }).toContain('Soon?')
    expect(await shown(id)).toBe(200)
  })

  test('keeps every version, and is told whose text came in between', async () => {
    const id = await written({ publishAt: longAgo })
    await save(id, text({ markdown: 'Mine', publishAt: longAgo, version: 1 }))
    const late = await save(id, text({ markdown: 'Too late', publishAt: longAgo, version: 1 }), other)
    expect(late.status).toBe(409)
    expect(late.json()).toMatchObject({
      reason: 'changed_meanwhile',
      message: expect.stringContaining('Edith has saved'),
      theirs: { markdown: 'Mine', version: 2 },
    })
    const edited = (await shop.get(`/api/manage/blogs/${id}`, editor.headers)).json()
    expect(edited.versions.map(({ version, by }: { version: number; by: string }) => [version, by])).toEqual([
      [2, 'Edith'],
      [1, 'Edith'],
    ])
    const atOnce = await Promise.all(
      ['a', 'b', 'c'].map((markdown) => save(id, text({ markdown, publishAt: longAgo, version: 2 }))),
    )
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('edits a question that the shop began with, whose words stay a version', async () => {
    const [first] = (await shop.get('/api/blogs')).json().slice(-1)
    const opened = (await shop.get(`/api/manage/blogs/${first._id}`, editor.headers)).json()
    expect(opened).toMatchObject({ markdown: first.answer, version: 0, versions: [] })
    await save(first._id, text({ question: first.question, publishAt: opened.publishAt, version: 0 }))
    const again = (await shop.get(`/api/manage/blogs/${first._id}`, editor.headers)).json()
    expect(again.versions.at(-1)).toMatchObject({ version: 0, by: 'The shop', markdown: first.answer })
  })

  test('puts parts beside it, and the part names the question', async () => {
    const { id: part } = await aProduct(shop, { name: 'Coolant, 5 litres' })
    const id = await written({ publishAt: longAgo, parts: [part] })
    expect((await shop.get(`/api/blog/${id}`)).json().parts).toMatchObject([{ _id: part }])
    expect((await shop.get(`/api/blogs?part=${part}`)).json()).toMatchObject([{ _id: id }])
    expect((await write(text({ parts: ['nope'] }))).json()).toMatchObject({ reason: 'unknown_part' })
  })

  test('shows pictures of this shop alone, and one that a version shows is never swept away', async () => {
    const picture = await storePicture(shop.db, await aPng(40, 30))
    const id = await written({
      publishAt: longAgo,
      markdown: `![A hose](${picture}) ![no](https://evil.example/x.webp) ![](${picture})`,
    })
    const { nodes } = (await shop.get(`/api/blog/${id}`)).json()
    expect(nodes).toEqual([
      { tag: 'p', children: [{ tag: 'img', src: picture, children: ['A hose'] }, ' ', 'no', ' ', ''] },
    ])
    await save(id, text({ publishAt: longAgo, version: 1 }))
    await deleteUnusedImages(shop.database, shownPictures(shop.database), Date.now() + hours(25))
    expect((await shop.get(picture)).status).toBe(200)
    const gone = `/images/${'0'.repeat(40)}-1200.webp`
    expect((await write(text({ markdown: `![x](${gone})` }))).json().fields).toHaveProperty('markdown')
  })

  test('deletes one for good, and all of it is in the audit trail', async () => {
    const id = await written({ publishAt: longAgo, question: 'Delete me?' })
    const remove = () => shop.send(`/api/manage/blogs/${id}`, { method: 'DELETE', headers: editor.headers })
    expect((await remove()).json()).toEqual({ deletedCount: 1 })
    expect([(await remove()).status, await shown(id)]).toEqual([404, 404])
    const trail = await shop.db
      .selectFrom('audit_entries')
      .select('what')
      .where('subject', '=', 'Delete me?')
      .orderBy('at')
      .execute()
    expect(trail.map(({ what }) => what)).toEqual(['blog added', 'blog deleted'])
  })

  test('finds drafts, those to come and those that are out, a page at a time', async () => {
    await written({ question: 'A draft about wipers' })
    await written({ question: 'To come', publishAt: inAnHour() })
    const list = async (query: string) => {
      const answer = await shop.get(`/api/manage/blogs?${query}`, editor.headers)
      return answer.json().map(({ question }: { question: string }) => question)
    }
    expect(await list('state=draft&q=WIPERS')).toEqual(['A draft about wipers'])
    expect(await list('state=scheduled')).toEqual(['To come'])
    expect(await list('state=published&limit=2')).toHaveLength(2)
  })

  test('pages of the list are pages, and hostile words are words', async () => {
    const question = '</script><b>"=cmd|x" \u202e'
    const id = await written({
      question,
      markdown: '<img src=x onerror=alert(1)> [a](javascript:alert(1))',
      publishAt: longAgo,
    })
    const page = (await shop.get(`/blogs/${id}`)).text
    for (const markup of ['<b>"=cmd', '<img src=x', 'href="javascript:']) expect(page).not.toContain(markup)
    const one = await shop.get('/api/blogs?page=2&limit=5')
    expect(one.json()).toHaveLength(5)
    expect(Number(one.headers['x-total-count'])).toBeGreaterThan(12)
  })
})
