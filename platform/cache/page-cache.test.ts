import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Topic } from '~/database/topics.ts'
import { Refusal } from '~/platform/refusal.ts'
import { Bodies, Compressed, compress } from './compressed.server.ts'
import { PageTemplate, Placeholders } from './live/page-template.server.ts'
import { PageCache } from './page-cache.server.ts'

const compressed = (text: string, status = 200) =>
  compress({ status, type: 'text/html', text, cacheControl: 'no-cache', headers: {} })
const never = () => Promise.reject(new Error('made again'))
/** What is sent at once. */
const at = (cache: PageCache, url: string) => cache.at(url) as Compressed
const textOf = (answer: Compressed) => plain(answer).body.toString()
function plain(answer: Compressed) {
  const variant = answer.in('identity')
  if (variant instanceof Promise) throw new Error('nothing is to be made')
  return variant
}
const showing = (compressed: Compressed, ...topics: Topic[]) => ({ compressed, topics })

test('parallel requests for one page share the work of making it', async () => {
  const cache = new PageCache()
  let made = 0
  const make = async () => showing(compressed(`made ${++made}`), 'products')
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', '/', make)))
  expect(made).toBe(1)
  expect(new Set(answers.map(textOf))).toEqual(new Set(['made 1']))
})

test('a page that was begun before a change is not cached', async () => {
  const cache = new PageCache()
  let goOn = () => {}
  const beforeChange = new Promise<void>((done) => {
    goOn = done
  })
  const old = cache.get('/', '/', async () => {
    await beforeChange
    return showing(compressed('old'), 'products')
  })
  cache.drop(['products'])
  const next = cache.get('/', '/', async () => showing(compressed('new'), 'products'))
  goOn()
  expect(textOf(await old)).toBe('old')
  expect(textOf(await next)).toBe('new')
  expect(textOf(await cache.get('/', '/', never))).toBe('new')
  expect(textOf(at(cache, '/'))).toBe('new')
})

test('a page begun before a change, requested by nobody since, is rendered again afterwards', async () => {
  const cache = new PageCache()
  const old = cache.get('/', '/', async () => showing(compressed('old'), 'products'))
  cache.drop(['products'])
  await old
  expect(cache.at('/')).toBeUndefined()
  expect(textOf(await cache.get('/', '/', async () => showing(compressed('new'), 'products')))).toBe('new')
})

test('a change drops the pages that show it and no others', async () => {
  const cache = new PageCache()
  await cache.get('/shop', 'shop', async () => showing(compressed('shop'), 'products'))
  await cache.get('/blogs', 'blogs', async () => showing(compressed('blogs'), 'blogs'))
  cache.drop(['products'])
  expect(cache.at('/shop')).toBeUndefined()
  expect(textOf(at(cache, '/blogs'))).toBe('blogs')
})

test('what failed or is not a good response is not cached', async () => {
  const cache = new PageCache()
  await expect(cache.get('/', '/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect((await cache.get('/', '/', async () => showing(compressed('gone', 404)))).status).toBe(404)
  expect(cache.at('/')).toBeUndefined()
  expect(cache.size).toEqual({ entries: 0, bytes: 0 })
  expect(textOf(await cache.get('/', '/', async () => showing(compressed('fine'))))).toBe('fine')
})

test('the memory is bounded in pages and in bytes, and the least recently used go first', async () => {
  const byCount = new PageCache(3)
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    await byCount.get(key, key, async () => showing(compressed(key)))
    // Asked for again and again, by its address and by its key.
    expect(textOf((byCount.at('a') as Compressed | undefined) ?? (await byCount.get('a', 'a', never)))).toBe(
      'a',
    )
  }
  expect(byCount.size.entries).toBe(3)
  await expect(byCount.get('c', 'c', never)).rejects.toThrow('made again')
  for (const key of ['a', 'd', 'e']) expect(textOf(await byCount.get(key, key, never))).toBe(key)

  const byBytes = new PageCache(100, 10_000)
  for (let n = 0; n < 20; n += 1)
    await byBytes.get(`${n}`, `${n}`, async () => showing(compressed(crypto.randomUUID().repeat(50))))
  expect(byBytes.size.bytes).toBeLessThanOrEqual(10_000)
  await byBytes.get('19', '19', never)
})

test('an encoding is made when it is first asked for, once for all who wait, and counts from then on', async () => {
  const made: string[] = []
  const answer = { status: 200, type: 'text/html', cacheControl: 'no-cache', headers: {} }
  const page = () =>
    new Compressed(
      answer,
      new Bodies(Buffer.alloc(1000), 'tag', async (encoding) => {
        made.push(encoding)
        return Buffer.alloc(encoding === 'br' ? 100 : 200)
      }),
    )
  const cache = new PageCache(10, 2500)
  const first = await cache.get('/', '/', async () => showing(page()))
  expect([made, cache.size.bytes]).toEqual([[], 1000])
  const answers = await Promise.all([first.in('br'), first.in('br'), at(cache, '/').in('br')])
  expect([made, new Set(answers).size, cache.size.bytes]).toEqual([['br'], 1, 1100])
  await Promise.all([first.in('gzip'), at(cache, '/').with('cache-status', 'stale').in('gzip')])
  expect([made, cache.size.bytes]).toEqual([['br', 'gzip'], 1300])
  // No room for both once the second one has grown.
  const second = await cache.get('/shop', '/shop', async () => showing(page()))
  expect(cache.size).toEqual({ entries: 2, bytes: 2300 })
  await Promise.all([second.in('br'), second.in('gzip')])
  expect(cache.size).toEqual({ entries: 1, bytes: 1300 })
  expect(cache.at('/')).toBeUndefined()
})

describe('a page with live numbers', () => {
  /** Numbers that are known once `read` is called. */
  function openNumbers() {
    let waiting: (() => void)[] = []
    const numbers = {
      topic: 'stock' as const,
      left: 7,
      states: 0,
      version: 0,
      isFresh: true,
      fresh: () => new Promise<void>((done) => waiting.push(done)),
      get: () => numbers.left,
      change(left: number) {
        Object.assign(numbers, { left, isFresh: false })
      },
      read() {
        numbers.version += 1
        numbers.isFresh = true
        for (const done of waiting) done()
        waiting = []
      },
    }
    const cache = new PageCache(10, 10_000, numbers)
    let made = 0
    const make = async (until?: Promise<unknown>) => {
      made += 1
      const placeholders = new Placeholders()
      const template = new PageTemplate(`<p>${placeholders.for('a')} left</p>`, placeholders, answer)
      await until
      const filled = template.fill(numbers.get)!
      return { compressed: filled, template, topics: ['stock', 'blogs'] as const }
    }
    const get = (until?: Promise<unknown>) => cache.get('/', '/', () => make(until), { isLive: true })
    const order = (left: number) => {
      numbers.change(left)
      cache.drop(['stock'])
    }
    return { numbers, cache, get, order, made: () => made }
  }
  const answer = { status: 200, type: 'text/html', cacheControl: 'no-cache', headers: {} }

  test('stays when these change, and waits until they are known', async () => {
    const { numbers, cache, get, order, made } = openNumbers()
    expect(textOf(await get())).toBe('<p>7 left</p>')
    order(6)
    const asked = [cache.at('/'), cache.at('/'), get()]
    numbers.read()
    const answers = await Promise.all(asked)
    expect(answers.map((one) => textOf(one!))).toEqual(Array(3).fill('<p>6 left</p>'))
    expect(new Set(answers).size).toBe(1)
    expect(textOf(at(cache, '/'))).toBe('<p>6 left</p>')
    expect(made()).toBe(1)
    expect(cache.size).toEqual({ entries: 1, bytes: '<p>6 left</p>'.length })
  })

  test('that is being made is waited for, and shows the numbers of the last request', async () => {
    const { numbers, get, order, made } = openNumbers()
    let goOn = () => {}
    const first = get(
      new Promise<void>((done) => {
        goOn = done
      }),
    )
    order(5)
    const second = get()
    goOn()
    await first
    numbers.read()
    expect(textOf(await second)).toBe('<p>5 left</p>')
    expect(made()).toBe(1)
  })

  test('is made again when more than a number changes, or something else that it shows', async () => {
    const { numbers, cache, get, order, made } = openNumbers()
    await get()
    order(4)
    const asked = cache.at('/')
    numbers.states += 1
    numbers.read()
    expect(await asked).toBeUndefined()
    expect(textOf(await get())).toBe('<p>4 left</p>')
    expect(made()).toBe(2)
    cache.drop(['blogs'])
    expect(cache.at('/')).toBeUndefined()
    await get()
    expect(made()).toBe(3)
    expect(textOf(at(cache, '/'))).toBe('<p>4 left</p>')
  })

  test('is made again where the numbers cannot be read', async () => {
    const { numbers, cache, get, order, made } = openNumbers()
    await get()
    order(3)
    numbers.fresh = () => Promise.reject(new Error('away'))
    expect(await cache.at('/')).toBeUndefined()
    expect(textOf(await get())).toBe('<p>3 left</p>')
    expect(made()).toBe(2)
  })

  test('that became one without does not answer a request that came after a change', async () => {
    const { cache, order } = openNumbers()
    let goOn = () => {}
    const until = new Promise<void>((done) => {
      goOn = done
    })
    const make = async (text: string) => showing(compressed(text), 'stock')
    const first = cache.get('/', '/', () => until.then(() => make('7 left')), { isLive: true })
    order(0)
    const second = cache.get('/', '/', () => make('0 left'), { isLive: true })
    goOn()
    expect([textOf(await first), textOf(await second)]).toEqual(['7 left', '0 left'])
    expect(textOf(at(cache, '/'))).toBe('0 left')
  })
})

describe('while the database is away', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const away = Object.assign(new Error('The database does not answer.'), { code: 'DATABASE_SILENT' })
  const busy = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  const noteOf = (answer: Compressed) => {
    const { headers } = plain(answer)
    return headers[headers.indexOf('cache-status') + 1]
  }

  test('the last answer is given with a note, and a fresh one as soon as it is back', async () => {
    const cache = new PageCache()
    const make = async () => showing(compressed('old'), 'products')
    await cache.get('/', '/', make)
    cache.drop(['products'])
    for (const fails of [
      () => Promise.reject(away),
      () => Promise.reject(busy),
      async () => ({ ...showing(compressed('away', 503), 'products'), databaseAway: true }),
    ]) {
      const answer = await cache.get('/', '/', fails)
      expect(textOf(answer)).toBe('old')
      expect(noteOf(answer)).toBe('car-parts; fwd=stale; fwd-status=503; detail=database-unavailable')
      expect(cache.at('/')).toBeUndefined()
      // For a second nobody asks again.
      expect(cache.has('/')).toBe(true)
      expect(textOf(await cache.get('/', '/', never))).toBe('old')
      vi.setSystemTime(Date.now() + 1001)
    }
    const fresh = await cache.get('/', '/', async () => showing(compressed('new'), 'products'))
    expect(textOf(fresh)).toBe('new')
    expect(plain(fresh).headers).not.toContain('cache-status')
    expect(textOf(at(cache, '/'))).toBe('new')
    expect(cache.size).toEqual({ entries: 1, bytes: fresh.bytes })
  })

  test('a page that was never made says so, and other failures are not covered up', async () => {
    const cache = new PageCache()
    await expect(cache.get('/', '/', () => Promise.reject(away))).rejects.toBe(away)
    await cache.get('/', '/', async () => showing(compressed('old'), 'products'))
    cache.drop(['products'])
    await expect(cache.get('/', '/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    // After which the database goes, too.
    expect(textOf(await cache.get('/', '/', () => Promise.reject(away)))).toBe('old')
    vi.setSystemTime(Date.now() + 1001)
    const gone = () => Promise.reject(new Refusal(404, 'not_found', 'There is nothing here.'))
    await expect(cache.get('/', '/', gone)).rejects.toThrow('There is nothing here.')
    await expect(cache.get('/', '/', () => Promise.reject(away))).rejects.toBe(away)
    expect(cache.size).toEqual({ entries: 0, bytes: 0 })
  })
})
