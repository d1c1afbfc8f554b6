import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/postgres.mjs'
import { root } from '../../scripts/prepare.mjs'

const operations = 500_000

/** The short run of it is a part of npm test. */
export const model = {
  name: 'model',
  what: `${operations} operations of many people at once, with crashes, provider faults and lost webhooks`,
  /** @param {number} share */
  async run(share) {
    const postgres = await startPostgres()
    const engines = postgres ? 2 : 1
    const wanted = Math.ceil((operations * share) / engines)
    try {
      const { code, output } = await vitest({
        MODEL_OPERATIONS: String(wanted),
        ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      })
      const lines = [
        ...output.matchAll(
          /(\d+) operations on (\w+): .+? over HTTP, (\d+) orders, (\d+) returned, (\d+) crashes/g,
        ),
      ]
      const sum = (/** @type {number} */ at) => lines.reduce((total, line) => total + Number(line[at]), 0)
      const violations = [...output.matchAll(/^\+ +"(.*)",$/gm)].slice(0, 3).map((found) => found[1])
      const passed = code === 0 && lines.length === engines
      const figure = passed
        ? `${sum(1)} operations on ${lines.map((line) => line[2]).join(' and ')}, ${sum(3)} orders, ${sum(4)} returned, ${sum(5)} crashes, 0 rules broken`
        : `broken: ${violations.join('; ') || output.slice(-300)}`
      return { figure, passed }
    } finally {
      await postgres?.stop()
    }
  },
}

/** @param {Record<string, string>} env @returns {Promise<{ code: number | null, output: string }>} */
function vitest(env) {
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const engines = ['--project', 'sqlite', ...(env.TEST_DATABASE_URL ? ['--project', 'postgres'] : [])]
  const child = spawn(process.execPath, [program, 'run', ...engines, 'app/model'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((done) => child.on('close', (code) => done({ code, output })))
}
