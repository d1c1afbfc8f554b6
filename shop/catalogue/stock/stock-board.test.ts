import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StockBoard } from './stock-board.server.ts'

const random = (below: number) => Math.floor(Math.random() * below)
const isShort = ([left, fewest]: readonly [number, number]) => left <= 0 || left < fewest

type Stock = Record<string, readonly [left: number, fewest: number]>

/** A database of which a query shows one moment and is answered later, and all that it has ever held. */
function aDatabase(stock: Stock) {
  const table = new Map(Object.entries(stock))
  const was = new Map(Object.entries(stock).map(([id, [left]]) => [id, [left]]))
  const row = (id: string) => ({ id, available_qty: table.get(id)![0], order_qty: table.get(id)![1] })
  let readings = 0
  const later = async <Rows>(found: Rows) => {
    readings += 1
    await sleep(random(4))
    return found
  }
  const board = new StockBoard({
    rowsOf: (ids) => later(ids.filter((id) => table.has(id)).map(row)),
    short: () => later([...table.keys()].filter((id) => isShort(table.get(id)!)).map(row)),
  })
  function set(id: string, left: number) {
    table.set(id, [left, table.get(id)![1]])
    return { nth: was.get(id)!.push(left) - 1, row: row(id) }
  }
  return { table, was, board, set, readings: () => readings }
}

test('a request knows every change that was answered before it came, and which pages these make old', async () => {
  let [kept, unread] = [0, 0]
  for (let round = 0; round < 20; round += 1) {
    const stock = Array.from({ length: 6 }, (_, n) => [`p${n}`, [5 + random(40), 1 + random(3)]])
    const { table, was, board, set, readings } = aDatabase(Object.fromEntries(stock))
    // One is on no page.
    const shown = [...table.keys()].slice(1)
    await board.know(shown)
    const shownOf = (id: string, left: number) => (isShort([left, table.get(id)![1]]) ? left : 'a number')
    const rendered = () => ({
      states: board.states,
      shown: new Map([...table].map(([id, [left]]) => [id, shownOf(id, left)])),
    })
    let page = rendered()
    const answered = new Map([...table.keys()].map((id) => [id, 0]))
    // They are told some time after their commit, some after later ones.
    const changes = async () => {
      for (let n = 0; n < 30; n += 1) {
        const begunAt = performance.now()
        await sleep(random(3))
        const id = `p${random(6)}`
        const [left, fewest] = table.get(id)!
        const isRestocked = random(12) === 0
        if (!isRestocked && left < fewest) continue
        const { nth, row } = set(id, isRestocked ? left + 20 : left - fewest)
        await sleep(random(n % 3 === 0 ? 20 : 3))
        if (!isRestocked) board.onChange(['stock'], [id], { rows: [row], begunAt })
        else if (random(2)) board.onChange(['stock'], [id])
        else board.onChange(random(2) ? ['products'] : ['stock', 'blogs'])
        answered.set(id, Math.max(answered.get(id)!, nth))
      }
    }
    const requests = async () => {
      for (let n = 0; n < 30; n += 1) {
        await sleep(random(3))
        const before = new Map(answered)
        if (board.isFresh) unread += 1
        await board.fresh()
        for (const id of shown) {
          const left = board.get(id)
          if (left !== undefined)
            expect(was.get(id)!.lastIndexOf(left)).toBeGreaterThanOrEqual(before.get(id)!)
        }
        if (page.states === board.states) {
          for (const [id, state] of page.shown)
            expect(was.get(id)!.findLastIndex((left) => shownOf(id, left) === state)).toBeGreaterThanOrEqual(
              before.get(id)!,
            )
          kept += 1
        } else page = rendered()
      }
    }
    await Promise.all([changes(), changes(), changes(), requests(), requests(), requests()])
    const readBefore = readings()
    await board.know(shown)
    for (const id of shown)
      expect(board.get(id)).toBe(isShort(table.get(id)!) ? undefined : table.get(id)![0])
    expect(readings() - readBefore).toBeLessThan(3)
  }
  expect(kept).toBeGreaterThan(100)
  expect(unread).toBeGreaterThan(100)
})

test('a number alone makes no page old; what cannot be ordered any more, and how few of it there are, does', async () => {
  const { board, set } = aDatabase({ a: [9, 2], b: [9, 2] })
  await board.know(['a'])
  const after = async (id: string, left: number) => {
    const { states, version } = board
    set(id, left)
    board.onChange(['stock'], [id])
    await board.fresh()
    return [board.states - states, board.version - version]
  }
  expect(await after('a', 7)).toEqual([0, 1])
  expect(await after('a', 1)).toEqual([1, 1])
  expect(await after('a', 0)).toEqual([1, 0])
  expect(await after('a', 5)).toEqual([1, 1])
  // On no page, but counted among what is in stock.
  expect(await after('b', 8)).toEqual([0, 0])
  expect(await after('b', 0)).toEqual([1, 0])
})

test('requests that come together share a reading, and those after a change the next one', async () => {
  const { board, set, readings } = aDatabase({ a: [9, 1] })
  await board.know(['a'])
  const before = readings()
  const change = (left: number) => {
    set('a', left)
    board.onChange(['stock'], ['a'])
  }
  change(8)
  const first = [board.fresh(), board.fresh()]
  change(7)
  const second = [board.fresh(), board.fresh(), board.fresh()]
  await Promise.all([...first, ...second])
  expect([board.get('a'), readings() - before, board.isFresh]).toEqual([7, 2, true])
})

test('an order says itself how many are left, unless more had been left or somebody reads', async () => {
  const { board, set, readings } = aDatabase({ a: [9, 2], b: [9, 2] })
  await board.know(['a'])
  const before = readings()
  const order = (id: string, left: number) => {
    const begunAt = performance.now()
    board.onChange(['stock'], [id], { rows: [set(id, left).row], begunAt })
  }
  const after = async (id: string, left: number) => {
    const { states } = board
    order(id, left)
    await board.fresh()
    return [board.get(id), board.states - states, readings() - before]
  }
  expect(await after('a', 7)).toEqual([7, 0, 0])
  expect(await after('a', 1)).toEqual([undefined, 1, 0])
  expect(await after('b', 7)).toEqual([undefined, 0, 0])
  // Of a part on no page it is not known whether it was more.
  expect(await after('b', 0)).toEqual([undefined, 1, 1])
  // Something came back of which nobody has told yet.
  expect(await after('a', 5)).toEqual([5, 1, 2])
  set('a', 4)
  board.onChange(['stock'], ['a'])
  const reading = board.fresh()
  order('a', 3)
  await reading
  expect([await after('a', 2), board.isFresh]).toEqual([[2, 0, 4], true])
})

test('an order that is heard of late hides nothing that came back since, also if nobody has told of that', async () => {
  const { board, set } = aDatabase({ a: [9, 2] })
  await board.know(['a'])
  const told = (row: ReturnType<typeof set>['row'], begunAt: number) =>
    board.onChange(['stock'], ['a'], { rows: [row], begunAt })
  board.onChange(['stock'], ['a'])
  const reading = board.fresh()
  const begunAt = performance.now()
  const late = set('a', 8).row
  told(set('a', 7).row, performance.now())
  await reading
  set('a', 27)
  await board.fresh()
  told(set('a', 26).row, performance.now())
  told(late, begunAt)
  await board.fresh()
  expect(board.get('a')).toBe(26)
})

test('what could not be read is read by the next request', async () => {
  let isAway = true
  const rows = [{ id: 'a', available_qty: 3, order_qty: 1 }]
  const board = new StockBoard({
    rowsOf: async () => (isAway ? Promise.reject(new Error('away')) : rows),
    short: async () => [],
  })
  await expect(board.know(['a'])).rejects.toThrow('away')
  expect([board.get('a'), board.isFresh]).toEqual([undefined, false])
  isAway = false
  await board.fresh()
  expect([board.get('a'), board.isFresh]).toEqual([3, true])
})
