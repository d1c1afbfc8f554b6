import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

const notOurs = ['**/node_modules/**', 'build/**', 'e2e/**']
const needsShop = ['**/*.server.test.ts']
const needsPostgres = ['**/*.postgres.test.ts']

/**
 * What engines do differently: locks, races and crashes. `npm test` runs these on both engines, the others on SQLite only;
 * `npm run test:all` runs the others on PostgreSQL. Whatever names no part runs everything.
 */
const onBothAtOnce = [
  'platform/db/**/*.server.test.ts',
  'shop/{cart,contact,discounts}/race.server.test.ts',
  'shop/orders/**/{cancel-against-pay,race,refund-crash,refunded-once}.server.test.ts',
  'shop/payments/{faults,race}.server.test.ts',
  'shop/reviews/race.server.test.ts',
]
/** Short in `npm test`; `npm run test:all` repeats them on both engines at length, with other random choices or many rows. */
const longer = [
  'app/matrix.server.test.ts',
  'app/model.server.test.ts',
  'shop/business/business.server.test.ts',
  'shop/{cart,discounts}/race.server.test.ts',
  'shop/catalogue/csv/csv-api.server.test.ts',
  'shop/catalogue/stock/stock-in-pages.server.test.ts',
  'shop/fitment/csv/fitments-csv.server.test.ts',
  'shop/orders/**/{cancel-against-pay,race}.server.test.ts',
  'shop/payments/faults.server.test.ts',
  'shop/rates/hostile-words.server.test.ts',
  'shop/users/people.server.test.ts',
]

/** What an operator does or meets seldom in a demo alone, or once they have chosen it, and takes long: in `npm run test:all` alone. */
const seldom = [
  'app/built-shop.server.test.ts',
  'app/tools/*.server.test.ts',
  'app/{several-servers,stock-notices,workers}.postgres.test.ts',
  'shop/catalogue/imports/{imports,killed}.server.test.ts',
  'shop/catalogue/imports/two-servers.postgres.test.ts',
  'shop/fitment/applications/applications.server.test.ts',
  'shop/fitment/applications/aces/{aces,killed}.server.test.ts',
  'shop/catalogue/pies/{kept-yours,many-items}.server.test.ts',
  'platform/db/{several-servers,where-postgres-is}.postgres.test.ts',
  'platform/lists/long-list.server.test.ts',
  'shop/history/history.server.test.ts',
  'shop/identity/demo-accounts.server.test.ts',
  'shop/identity/second-factor/*.server.test.ts',
  'shop/mailbox/api.server.test.ts',
  'shop/newsletter/issues/issues.server.test.ts',
  'shop/newsletter/sending/two-servers.postgres.test.ts',
  'shop/orders/anonymize-customer.server.test.ts',
  'shop/orders/deliver/several-parcels.server.test.ts',
  'shop/orders/my-orders/long-lists.server.test.ts',
  'shop/orders/withdrawals/withdrawals.server.test.ts',
  'shop/programs/feeds/feeds.server.test.ts',
  'shop/programs/webhooks/webhooks.server.test.ts',
  'shop/rates/move-against-pay.postgres.test.ts',
  'shop/related/count-together.server.test.ts',
  'shop/vehicles/vin/vin-api.server.test.ts',
  'stand-ins/payments/stand-in.server.test.ts',
]

/** Tests that open a shop run once per engine. PostgreSQL is there when TEST_DATABASE_URL says where. */
const onEngine = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude: [...notOurs, ...exclude],
    env: { TEST_ENGINE: name.split('-')[0]! },
    // Some of these start the shop as it is built.
    globalSetup: ['test/build.ts', 'test/provide-templates.ts'],
  },
})
const unit = {
  extends: true as const,
  test: {
    name: 'unit',
    include: ['**/*.test.ts'],
    exclude: [...notOurs, ...needsShop, ...needsPostgres],
  },
}

const needsPostgresOnly = (file: string) => file.endsWith('.postgres.test.ts')

/** These take minutes each: begun last, each would be alone at the end of the run. */
const isLongest = ({ moduleId }: TestSpecification) => /app\/(matrix|model)\.server\.test\.ts$/.test(moduleId)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

/** What a run consists of, by TEST_PART. */
const parts = {
  quick: [
    unit,
    onEngine('sqlite', needsShop, seldom),
    onEngine('postgres', [...onBothAtOnce, ...needsPostgres], seldom),
  ],
  rest: [
    onEngine('sqlite', [...longer, ...seldom.filter((file) => !needsPostgresOnly(file))]),
    onEngine('postgres', [...needsShop, ...seldom.filter(needsPostgresOnly)], [...onBothAtOnce, ...longer]),
    onEngine('postgres-longer', longer),
  ],
  all: [unit, onEngine('sqlite', needsShop), onEngine('postgres', [...needsShop, ...needsPostgres])],
}
const part = (process.env.TEST_PART ?? 'all') as keyof typeof parts

export default defineConfig({
  resolve: { alias: { '~': import.meta.dirname } },
  test: {
    setupFiles: 'test/setup.ts',
    // Opening modules costs more than most tests: the files of a worker share them, and test/setup.ts cleans up.
    isolate: false,
    // They wait for a database, a disk or a clock for a quarter of their time, in a part the journeys use it. A worker more
    // opens all modules once more, which costs a twentieth of all.
    maxWorkers: Math.ceil(availableParallelism() * (process.env.TEST_PART ? 1 : 1.5)),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: parts[part].filter(
      ({ test: { name } }) => process.env.TEST_DATABASE_URL || !name.startsWith('postgres'),
    ),
  },
})
