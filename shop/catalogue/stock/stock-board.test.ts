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
  const short = () => JSON.stringify([...table].filter(([, row]) => isShort(row)))
  const shortWas = [short()]
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
    was.get(id)!.push(left)
    shortWas.push(short())
  }
  return { table, was, short, shortWas, board, set, readings: () => readings }
}

test('a request knows every change from before it came, and which pages these make old', async () => {
  let kept = 0
  for (let round = 0; round < 20; round += 1) {
    const stock = Array.from({ length: 6 }, (_, n) => [`p${n}`, [5 + random(40), 1 + random(3)]])
    const { table, was, short, shortWas, board, set } = aDatabase(Object.fromEntries(stock))
    // One is on no page.
    const shown = [...table.keys()].slice(1)
    await board.know(shown)
    let page = { states: board.states, short: short() }
    const changes = async () => {
      for (let n = 0; n < 30; n += 1) {
        await sleep(random(3))
        const id = `p${random(6)}`
        const [left, fewest] = table.get(id)!
        const isRestocked = random(12) === 0
        if (!isRestocked && left < fewest) continue
        set(id, isRestocked ? left + 20 : left - fewest)
        if (isRestocked) board.onChange(random(2) ? ['products'] : ['stock', 'blogs'])
        else board.onChange(['stock'], [id])
      }
    }
    const requests = async () => {
      for (let n = 0; n < 30; n += 1) {
        await sleep(random(3))
        const before = new Map(shown.map((id) => [id, was.get(id)!.length - 1]))
        const shortBefore = shortWas.length - 1
        await board.fresh()
        for (const id of shown) {
          const left = board.get(id)
          if (left !== undefined)
            expect(was.get(id)!.lastIndexOf(left)).toBeGreaterThanOrEqual(before.get(id)!)
        }
        if (page.states === board.states) {
          expect(shortWas.lastIndexOf(page.short)).toBeGreaterThanOrEqual(shortBefore)
          kept += 1
        } else page = { states: board.states, short: short() }
      }
    }
    await Promise.all([changes(), changes(), requests(), requests(), requests()])
    await board.know(shown)
    for (const id of shown)
      expect(board.get(id)).toBe(isShort(table.get(id)!) ? undefined : table.get(id)![0])
  }
  expect(kept).toBeGreaterThan(100)
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
