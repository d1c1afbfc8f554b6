import { expect, test } from 'vitest'
import { openPartsForCar } from '~/shop/fitment/parts-for-car.server.ts'
import { aShop } from '~/test/shop.ts'
import { FacetQuery } from './contract.ts'
import { facetsOf } from './filters.server.ts'
import { openSearch } from './search/search.server.ts'
import { openStockBoard } from './stock/stock-board.server.ts'

test('the facets of all parts do not wait for the search after a start, and are the same', async () => {
  const { database } = await aShop()
  const search = openSearch(database, openStockBoard(database))
  const facets = (query: object = {}) =>
    facetsOf(database.db, search, FacetQuery.parse(query), openPartsForCar(database))
  await database.change(['stock'], (tx) =>
    tx.updateTable('products').set({ available_qty: 0 }).where('id', '=', 'piston').execute(),
  )
  const atStart = await facets()
  expect(search.isFilled()).toBe(false)
  await search.warm()
  expect(search.isFilled()).toBe(true)
  expect(await facets()).toEqual(atStart)
  expect([atStart.inStock, atStart.brands.length > 1]).toEqual([15, true])
})

test('a search, a category and filters wait for it', async () => {
  for (const query of [{ q: 'disc' }, { category: 'brakes' }, { brand: 'Millbridge' }, { stock: 'in' }]) {
    const { database } = await aShop()
    const search = openSearch(database, openStockBoard(database))
    await facetsOf(database.db, search, FacetQuery.parse(query), openPartsForCar(database))
    expect(search.isFilled()).toBe(true)
  }
})
