import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'build/**', 'e2e/**']
const needsShop = ['**/*.server.test.ts']
const needsPostgres = ['**/*.postgres.test.ts']

/**
 * Slow, or not about what an engine does: `npm test` runs them on SQLite, and `npm run test:all` on PostgreSQL.
 * Whatever names no part runs everything.
 */
const onPostgresLater = [
  'app/built-shop.server.test.ts',
  'app/matrix.server.test.ts',
  'app/public-pages.server.test.ts',
  'platform/lists/long-list.server.test.ts',
  'platform/http/security-headers.server.test.ts',
  'platform/cache/page-cache.server.test.ts',
  'shop/catalogue/shop-page/deep-pages.server.test.ts',
  'shop/identity/{registration/accounts,endpoints,second-factor/second-factor,session/tokens}.server.test.ts',
  'shop/orders/my-orders/long-lists.server.test.ts',
  'shop/payments/faults.server.test.ts',
  'shop/users/photo.server.test.ts',
  'stand-ins/payments/stand-in.server.test.ts',
]
/** Short in `npm test`; `npm run test:all` repeats them at length, with other random choices. */
const longer = [
  'app/model.server.test.ts',
  'shop/orders/{cancel-against-pay,race}.server.test.ts',
  'shop/payments/faults.server.test.ts',
  'shop/users/people.server.test.ts',
]
const part = process.env.TEST_PART
const isRest = part === 'rest'

/** Tests that open a shop run once per engine. PostgreSQL is there when TEST_DATABASE_URL says where. */
const onEngine = (name: 'sqlite' | 'postgres', include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: [...notOurs, ...exclude], env: { TEST_ENGINE: name } },
})
const sqlite = onEngine('sqlite', isRest ? longer : needsShop)
const postgres = isRest
  ? onEngine('postgres', [...longer, ...onPostgresLater])
  : onEngine('postgres', [...needsShop, ...needsPostgres], part === 'quick' ? onPostgresLater : [])
const unit = {
  extends: true as const,
  test: {
    name: 'unit',
    include: ['**/*.test.ts'],
    exclude: [...notOurs, ...needsShop, ...needsPostgres],
  },
}

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '~': import.meta.dirname } },
  test: {
    globalSetup: 'test/build.ts',
    setupFiles: 'test/setup.ts',
    // Opening modules costs more than most tests: the files of a worker share them, and test/setup.ts cleans up.
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [...(isRest ? [] : [unit]), sqlite, ...(process.env.TEST_DATABASE_URL ? [postgres] : [])],
  },
})
