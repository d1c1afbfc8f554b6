import { expect, test } from 'vitest'
import { changesIn, createNotifier, noticeOf, readNotice } from './notices.server.ts'

type Changes = Parameters<Parameters<typeof createNotifier>[0]>[0]

/** Tells while a notice is under way, so that all that is told makes one. */
async function together(tell: (notify: ReturnType<typeof createNotifier>) => void) {
  const sent: Changes[] = []
  let go = () => {}
  const gate = new Promise<void>((open) => {
    go = open
  })
  const notify = createNotifier(async (changes) => {
    sent.push(changes)
    await gate
  })
  void notify(['blogs'])
  await Promise.resolve()
  tell(notify)
  go()
  await notify([])
  expect(sent).toHaveLength(2)
  return readNotice(noticeOf('here', sent[1]!))
}

test('changes of the same topics are one, and those of others stay apart', async () => {
  const notice = await together((notify) => {
    void notify(['stock'], ['a'])
    void notify(['products'])
    void notify(['stock'], ['b', 'a'])
  })
  expect(changesIn(notice)).toEqual([
    { changed: ['stock'], rows: 3, touched: ['a', 'b', 'a'] },
    { changed: ['products'], rows: 0 },
  ])
  // What a server of the version before understands.
  expect(notice).toMatchObject({ from: 'here', changed: ['stock', 'products'] })
})

test('one that may be about any row makes all of them be about any', async () => {
  for (const tell of [
    [['a'], undefined],
    [undefined, ['a']],
  ] as const) {
    const notice = await together((notify) => {
      for (const touched of tell) void notify(['stock'], touched)
    })
    expect(changesIn(notice)).toEqual([{ changed: ['stock'], rows: 1 }])
  }
})

test('too many rows for PostgreSQL are any, but counted', () => {
  const touched = Array.from({ length: 1000 }, (_, n) => `part-${n}`)
  const payload = noticeOf('here', [{ changed: ['stock'], rows: 1000, touched }])
  expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  expect(changesIn(readNotice(payload))).toEqual([{ changed: ['stock'], rows: 1000 }])
})

test('a notice of the version before is about any row', () => {
  expect(changesIn(readNotice('{"from":"there","changed":["stock"]}'))).toEqual([
    { changed: ['stock'], rows: 0 },
  ])
})
