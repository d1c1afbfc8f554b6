import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { howToGetPostgres, startPostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, requireNode, root, run, say } from './prepare.mjs'
import { failedJourneys, failedTests } from './test-failures.mjs'

/**
 * `npm test` proves what the shop does, once. `npm run test:all` runs what it left out: most suites on the second engine,
 * the random ones at length with other choices, and journeys that repeat a proof on another width or need many rows.
 */
const isRest = process.argv[2] === 'rest'

requireNode()
await ensureInstalled()
await ensureBuilt()

const results = mkdtempSync(join(tmpdir(), 'car-parts-results-'))
/** @type {string[]} */
const times = []
/** @type {string[]} */
const failures = []
let passed = 0
let failed = 0
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const seed = process.env.TEST_SEED || String(isRest ? randomInt(2 ** 31) : 1)
say(`Random choices by TEST_SEED=${seed}`)

// All at once: each of them waits now and then, for a database, a browser or its last long test.
await Promise.all(
  isRest
    ? [
        timed('the rest of the API tests', () => unitAndApi({ TEST_PART: 'rest', TEST_AT_LENGTH: 'on' })),
        timed('the rest of the browser journeys', () => journeys('rest')),
      ]
    : [
        // Several checkers would each compute the same types.
        timed('types', () => check('typescript/bin/tsc', ['--noEmit', '--checkers', '1'])),
        timed('lint', () => check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])),
        timed('unit and API', () => unitAndApi({ TEST_PART: 'quick' })),
        timed('browser journeys', () => journeys('quick')),
      ],
)

rmSync(results, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${times.join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** @param {Record<string, string>} part */
async function unitAndApi(part) {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? { url: given, stop: async () => {} } : await startPostgres()
  if (!postgres)
    console.warn(
      `\n!!! The PostgreSQL half of the tests was NOT run: there is none here. ${howToGetPostgres}\n`,
    )
  const file = join(results, 'vitest.json')
  let code = 1
  try {
    code = await tool(
      'vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { ...part, TEST_SEED: seed, ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
    )
  } finally {
    await postgres?.stop()
  }
  return count(file, code, (report) => ({
    failures: failedTests(report.testResults),
    passed: report.numPassedTests,
    // A file that could not even be loaded has no failed test in it, but is no success.
    failed: Math.max(
      report.numFailedTests,
      report.testResults.filter((/** @type {{ status: string }} */ { status }) => status === 'failed').length,
    ),
  }))
}

/** @param {'quick' | 'rest'} part */
async function journeys(part) {
  const file = join(results, 'playwright.json')
  const code = await tool('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
    TEST_PART: part,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    // Others write to the same terminal: no line is written over.
    PLAYWRIGHT_FORCE_TTY: '0',
  })
  return count(file, code, ({ suites, stats, errors }) => ({
    failures: [
      ...suites.flatMap(failedJourneys),
      ...errors.map((/** @type {{ message: string }} */ { message }) => message),
    ],
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
  }))
}

/** @param {string} program @param {string[]} given */
async function check(program, given) {
  const isPassed = (await tool(program, given)) === 0
  if (isPassed) passed += 1
  else failed += 1
  return isPassed
}

/** @param {string} file @param {number} code @param {(report: any) => { failures: string[], passed: number, failed: number }} read */
function count(file, code, read) {
  try {
    const counts = read(JSON.parse(readFileSync(file, 'utf8')))
    passed += counts.passed
    failures.push(...counts.failures)
    // An error outside of every test fails the run, though it is in no count.
    const failing = code === 0 ? counts.failed : Math.max(counts.failed, 1)
    failed += failing
    return failing === 0
  } catch {
    // No report: the runner itself broke.
    failed += 1
    return false
  }
}

/** @param {string} program @param {string[]} given @param {Record<string, string>} env */
function tool(program, given, env = {}) {
  return run(process.execPath, [join(root, 'node_modules', program), ...given], env)
}

/** @param {string} name @param {() => Promise<boolean>} act */
async function timed(name, act) {
  say(`\nChecking ${name}`)
  const startedAt = Date.now()
  const isPassed = await act()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  times.push(`${seconds.padStart(7)} s  ${name}${isPassed ? '' : '  FAILED'}`)
}
