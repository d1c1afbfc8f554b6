import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutations/vitest.config.ts', related: false },
  // A mutation meets those tests alone that run through it.
  coverageAnalysis: 'perTest',
  // What runs once, when a module is loaded, would need a process for each mutation.
  ignoreStatic: true,
  // Another text is mostly another message, or SQL that does not parse: that proves little and takes most of the time.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'Regex'] },
  ignorePatterns: ['build', '.data', 'docs', 'e2e', 'test-results'],
  tempDirName: join(tmpdir(), 'car-parts-mutations'),
  // Stryker reads it with the JavaScript API of TypeScript, which version 7 does not have; the tests need none of it.
  tsconfigFile: 'none',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
