import { expect, test } from 'vitest'
import { aShop } from '~/test/shop.ts'

const token = 'a-token-of-the-operator-0123'
const shop = await aShop({ METRICS_TOKEN: token })
const scrape = async () => {
  const { status, text } = await shop.get('/metrics', { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  return text
}
const figure = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  expect(line, name).toBeDefined()
  return Number(line!.slice(name.length + 1))
}

test('figures are for who shows the token of the operator, and nobody else', async () => {
  for (const headers of [{}, { authorization: 'Bearer no' }, { authorization: token }] as Record<
    string,
    string
  >[]) {
    const refused = await shop.get('/metrics', headers)
    expect(refused.status).toBe(401)
    expect(refused.text).not.toContain('car_parts_')
  }
  const { headers } = await shop.get('/metrics', { authorization: `Bearer ${token}` })
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
})

test('a shop without the setting has no figures to show', async () => {
  const other = await aShop()
  expect((await other.get('/metrics', { authorization: 'Bearer undefined' })).status).toBe(404)
})

test('an answer counts by its route, and one from memory is no render', async () => {
  const labels = 'method="GET",route="/api/service/:id",status="404"'
  await shop.get('/api/service/nobody')
  const before = await scrape()
  await shop.get('/api/service/nobody-else')
  await shop.get('/shop')
  const between = await scrape()
  await shop.get('/shop')
  const after = await scrape()
  const name = `car_parts_answer_seconds_count{${labels}}`
  expect(figure(between, name)).toBe(figure(before, name) + 1)
  expect(figure(between, `car_parts_answer_seconds_bucket{${labels},le="+Inf"}`)).toBe(figure(between, name))
  expect(figure(between, 'car_parts_renders_total')).toBeGreaterThan(
    figure(before, 'car_parts_renders_total'),
  )
  expect(figure(after, 'car_parts_renders_total')).toBe(figure(between, 'car_parts_renders_total'))
  expect(figure(after, 'car_parts_cached_answers_total')).toBe(
    figure(between, 'car_parts_cached_answers_total') + 1,
  )
})

test('what waits is counted, and each line has a name, a help and a number', async () => {
  const text = await scrape()
  expect(text).toContain('car_parts_waiting{kind="messages"} ')
  expect(figure(text, 'car_parts_orders_today')).toBeGreaterThanOrEqual(0)
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) car_parts_\w+ .+|car_parts_\w+(\{[^}]*\})? -?[\d.e+-]+)$/)
})

test('every answer has the number under which the log knows its request', async () => {
  const { headers } = await shop.get('/api/pay-config')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
