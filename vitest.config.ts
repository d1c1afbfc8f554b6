import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const notOurs = ['node_modules/**', 'build/**', 'e2e/**']
const needsShop = ['**/*.server.test.ts']
const needsPostgres = ['**/*.postgres.test.ts']

/** Tests that open a shop run once per engine. PostgreSQL is there when TEST_DATABASE_URL says where. */
const onEngine = (name: 'sqlite' | 'postgres', include: string[]) => ({
  extends: true as const,
  test: { name, include, exclude: notOurs, env: { TEST_ENGINE: name } },
})

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
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...notOurs, ...needsShop, ...needsPostgres],
        },
      },
      onEngine('sqlite', needsShop),
      ...(process.env.TEST_DATABASE_URL ? [onEngine('postgres', [...needsShop, ...needsPostgres])] : []),
    ],
  },
})
