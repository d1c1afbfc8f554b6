import { join } from 'node:path'
import { generateProducts } from '../generate-products.mjs'
import { median, withSpread } from './figures.mjs'
import { timeOf } from './load.mjs'
import { folder, startShop } from './servers.mjs'

const starts = 5
const settlesMs = 6000

/** From the command to the first page, on data that is there; and the memory once it has come to rest. */
export async function startAndMemory() {
  const rows = []
  for (const products of [18, 100_000]) {
    const data = { DATA_DIR: join(folder, `start-${products}`) }
    await (await startShop(data)).stop()
    if (products > 18) await generateProducts(products, data)
    const open = []
    const page = []
    const idle = []
    for (let n = 0; n < starts; n += 1) {
      const startedAt = performance.now()
      const shop = await startShop(data)
      open.push((performance.now() - startedAt) / 1000)
      await timeOf(`${shop.url}/shop`)
      page.push((performance.now() - startedAt) / 1000)
      if (n >= starts - 2) {
        await new Promise((done) => setTimeout(done, settlesMs))
        idle.push(shop.memoryMb())
      }
      await shop.stop()
    }
    rows.push([
      products.toLocaleString('en-US'),
      `${withSpread(open)} s`,
      `${withSpread(page)} s`,
      `${median(idle)} MB`,
    ])
  }
  return {
    title: 'Second start and memory',
    note: `Median (lowest to highest) of ${starts} starts; resident memory ${settlesMs / 1000} s after the start.`,
    head: ['products', 'open', 'first page', 'memory idle'],
    rows,
  }
}
