import type { TestShop } from './shop.ts'

type Person = { headers: Record<string, string> }

const home = { name: 'Ada', street: '12 Square', postalCode: '1', town: 'London', country: 'UK', phone: '' }

/** A paid purchase is on its way: with an address, packed and shipped. */
export async function sendParcel(
  shop: TestShop,
  { customer, admin }: { customer: Person; admin: Person },
  id: string,
) {
  await shop.send(`/api/purchases/${id}/address`, { method: 'PUT', body: home, headers: customer.headers })
  await shop.post('/api/parcels/pack', { ids: [id] }, admin.headers)
  const shipped = await shop.post(`/api/parcels/${id}/ship`, { carrier: 'other' }, admin.headers)
  if (shipped.status !== 200) throw new Error(`The parcel was not shipped: ${shipped.text}`)
}
