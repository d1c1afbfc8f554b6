import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '../..')

/** The tests that may notice a mutation: those of MUTATION_TESTS, on SQLite. None of them needs the built shop. */
export default defineConfig({
  root,
  resolve: { alias: { '~': root } },
  test: {
    include: [process.env.MUTATION_TESTS!],
    exclude: ['**/node_modules/**', 'app/**'],
    env: { TEST_ENGINE: 'sqlite' },
    setupFiles: 'test/setup.ts',
    globalSetup: ['test/provide-templates.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
