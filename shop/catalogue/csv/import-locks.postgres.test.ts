import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'

test('while a file of products is imported, what it does not name can be ordered', async () => {
  const shop = await aShop({ DEMO: 'off' })
  const { headers: admin } = await signedIn(shop, { email: 'admin@locks.example', admin: true })
  const { headers } = await signedIn(shop, { email: 'buyer@locks.example' })
  const [named, other] = [await aProduct(shop, { name: 'Named part' }), await aProduct(shop)]
  const csv = `_id,productName,availableQty,orderQty,price,productDescription,image
${named.id},Named part,5,1,30,Text,/products/piston-1200.webp
,Held part,5,1,30,Text,/products/piston-1200.webp`
  const path = '/api/manage/services/import'
  const { planKey } = (await shop.post(path, { csv }, admin)).json()
  const order = (productId: string, price: number) =>
    shop.post('/api/orders', { productId, quantity: 1, size: 'M', price }, headers)
  let importing: ReturnType<typeof shop.post> | undefined
  // The same name, not yet committed: the import waits for it in the middle of its transaction.
  await shop.db.transaction().execute(async (tx) => {
    const like = { id: 'held', product_name: 'Held part', name_key: 'held part', search_text: '' }
    const rest = { image: '', price_cents: 1, available_qty: 1, order_qty: 1, product_description: '' }
    await tx
      .insertInto('products')
      .values({ ...like, ...rest, created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    importing = shop.post(path, { csv, planKey }, admin)
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
    expect((await order(other.id, 25)).status).toBe(200)
    expect(await waiting()).toBe(1)
    await tx.deleteFrom('products').where('id', '=', 'held').execute()
  })
  expect((await importing!).json()).toMatchObject({ applied: true })
  expect((await order(named.id, 30)).status).toBe(200)

  async function waiting() {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
    return rows[0]!.count
  }
})
