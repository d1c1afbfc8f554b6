import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '~/test/a-product.ts'
import { isQuickRun } from '~/test/long-run.ts'
import type { TestShop } from '~/test/shop.ts'
import { aShop } from '~/test/shop.ts'
import { signedIn } from '~/test/signed-in.ts'
import { tool } from '~/test/tool.ts'

const golf = 'volkswagen-golf-5-2.0-tdi-bkd'
const gti = 'volkswagen-gti-5-2.0-tfsi-bpy'

let shop: TestShop
let admin: Record<string, string>
beforeAll(async () => {
  shop = await aShop()
  admin = (await signedIn(shop, { email: 'admin@fitments-csv.example', admin: true })).headers
})

const exported = async () => (await shop.get('/api/manage/fitments.csv', admin)).text
const imported = (csv: string, planKey?: string) =>
  shop.post('/api/manage/fitments/import', { csv, ...(planKey && { planKey }) }, admin)
const linesOf = async (part: string) =>
  (await shop.get(`/api/manage/services/${part}/fitments`, admin)).json()

test('what is exported changes nothing when it is imported again', async () => {
  const csv = await exported()
  expect(csv).toContain('product,vehicle,position,quantity,builtFrom,builtTo,conditions,mustCheck,remark')
  const report = (await imported(csv)).json()
  expect(report).toMatchObject({ applied: false, problems: [], adds: [], changes: [] })
  expect(report.unchanged).toBeGreaterThan(40)
})

test('an import shows what it would do, and then does exactly that', async () => {
  const part = await aProduct(shop, { name: 'Filed disc' })
  const csv = [
    'product;vehicle;quantity;conditions;remark',
    `${part.id};${golf};2;"gearbox=manual;front-discs=312 mm,288 mm";"strong; ""very"""`,
    `${part.id};${gti};2;;`,
  ].join('\r\n')
  const shown = (await imported(csv)).json()
  expect(shown).toMatchObject({ applied: false, problems: [], changes: [] })
  expect(shown.adds[0]).toEqual({ line: 2, name: 'Filed disc: Volkswagen Golf 5 2.0 TDI (BKD)' })
  expect(await linesOf(part.id)).toEqual([])
  expect((await imported(csv, shown.planKey)).json().applied).toBe(true)
  expect(await linesOf(part.id)).toMatchObject([
    { vehicleId: golf, conditions: 'front-discs=288 mm,312 mm;gearbox=manual', remark: 'strong; "very"' },
    { vehicleId: gti, quantity: 2 },
  ])
  const more = csv.replace(`${gti};2`, `${gti};4`)
  const change = (await imported(more)).json()
  expect(change).toMatchObject({
    adds: [],
    unchanged: 1,
    changes: [{ changes: { quantity: { from: 2, to: 4 } } }],
  })
  expect((await imported(more, shown.planKey)).status).toBe(409)
  expect((await imported(more, change.planKey)).json().applied).toBe(true)
  expect((await linesOf(part.id))[1].quantity).toBe(4)
  const [entry] = (await shop.get('/api/audit?q=imported', admin)).json()
  expect(entry).toMatchObject({ what: 'fitments imported', details: { added: 0, changed: 1 } })
})

test('a part is named by its own number, unless two have it', async () => {
  const { numbers } = (await shop.get('/api/service/brake-disc')).json()
  const own = /Own: (.+)/.exec(numbers)![1]!
  const csv = `product,vehicle,position,quantity,conditions\n${own},${golf},front,2,front-discs=312 mm\n`
  expect((await imported(csv)).json()).toMatchObject({ problems: [], unchanged: 1 })
})

test('what makers write goes in whole: other places, long restrictions, months as people write them', async () => {
  const restriction = 'Only with the reinforced carrier of the second series. '.repeat(7).trim()
  const csv = `product,vehicle,position,quantity,builtFrom,mustCheck\npiston,${golf},Front  Axle LEFT,1,10.2005,${restriction}\n`
  const { planKey, problems } = (await imported(csv)).json()
  expect(problems).toEqual([])
  expect((await imported(csv, planKey)).json().applied).toBe(true)
  expect(await exported()).toContain(`piston,${golf},front axle left,1,2005-10,,,${restriction}`)
  const tooLong = csv.replace(restriction, 'x'.repeat(501))
  expect((await imported(tooLong)).json().problems).toEqual([
    { line: 2, message: 'A note has at most 500 characters' },
  ])
})

test('each bad line is named, and then nothing is changed', async () => {
  const csv = [
    'product,vehicle,position,quantity,builtTo,conditions',
    `piston,${gti},,1,,`,
    `nothing,${gti},,1,,`,
    'piston,lada-niva,,1,,',
    `piston,${gti},${'x'.repeat(41)},1,,`,
    `piston,${gti},,many,,`,
    `piston,${gti},,1,2031-01,`,
    `piston,${golf},,1,,front-discs=400 mm`,
    `piston,${gti},,1,,sunroof`,
    `piston,${gti},,2,,`,
  ].join('\n')
  const { problems, planKey } = (await imported(csv)).json()
  expect(problems).toEqual([
    { line: 3, message: 'There is no product “nothing”' },
    { line: 4, message: 'There is no vehicle “lada-niva”' },
    { line: 5, message: 'A place has at most 40 characters' },
    { line: 6, message: 'Quantity is a whole number from 0 to 99' },
    { line: 7, message: 'This car was built 07/2005 to 06/2008' },
    { line: 8, message: 'This car has no front-discs “400 mm”: it is 280 mm or 288 mm or 312 mm' },
    { line: 9, message: 'Write conditions like “front-discs=288 mm,312 mm;gearbox=manual”' },
    { line: 10, message: 'The same car with the same conditions is on line 2 too' },
  ])
  const before = await exported()
  expect((await imported(csv, planKey)).status).toBe(422)
  expect(await exported()).toBe(before)
  expect(
    (await imported('product,car\n1,2')).json().problems.map(({ message }: { message: string }) => message),
  ).toEqual([
    'The column vehicle is missing.',
    'The column quantity is missing.',
    'There is no column named “car”.',
  ])
})

test.skipIf(isQuickRun)(
  'a long file is imported by a command, and one with a bad line at its end changes nothing',
  {
    timeout: 120_000,
  },
  async () => {
    const other = await aShop()
    const long = (lines: number) =>
      ['product,vehicle,quantity,mustCheck,remark']
        .concat(
          Array.from({ length: lines }, (_, n) =>
            `piston,${gti},1,"note\n${n}",remark ${n}`.replace('\n', ' '),
          ),
        )
        .join('\n')
    const good = join(other.config.dataDir, 'good.csv')
    const bad = join(other.config.dataDir, 'bad.csv')
    writeFileSync(good, long(2500))
    writeFileSync(bad, `${long(2600)}\npiston,lada-niva,1,,`)
    await other.app.close()
    const refused = await tool('import-csv', other.settings, 'fitments', bad)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.problems).toContain('Line 2,602: There is no vehicle “lada-niva”')
    expect(refused.problems).toContain('Nothing was imported.')
    const done = await tool('import-csv', other.settings, 'fitments', good)
    expect(done.output).toContain('2,500 lines: 2,500 new, 0 changed, 0 unchanged.')
    const cars = join(other.config.dataDir, 'cars.csv')
    writeFileSync(cars, 'make,model,engine,builtFrom\nLada,Niva,1.7,1995-01\nVolkswagen,GTI,2.0 TFSI,2005-07')
    const added = await tool('import-csv', other.settings, 'vehicles', cars)
    expect(added.output).toContain('2 lines: 2 new, 0 changed, 0 unchanged.')
    const again = await tool('import-csv', other.settings, 'fitments', good)
    expect(again.output).toContain('2,500 lines: 0 new, 0 changed, 2,500 unchanged.')
  },
)
