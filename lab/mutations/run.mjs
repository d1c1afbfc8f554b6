import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../scripts/prepare.mjs'

/** @typedef {import('./list.mjs').Mutation} Mutation */

const leftOut = new Set(['node_modules', '.git', 'build', '.data', 'test-results'])

/** A copy of the project to be mutated; the dependencies are shared. */
export function aCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'car-parts-mutations-'))
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // None of these tests starts the built shop.
  writeFileSync(join(folder, 'test/build.ts'), 'export default () => {}\n')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/**
 * True when a test fails while the rule is switched off.
 * @param {string} folder @param {Mutation} mutation @param {Record<string, string>} env
 */
export async function isCaught(folder, { file, find, replace, tests, only, on = 'sqlite' }, env) {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} does not hold exactly once: ${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  const report = join(folder, 'mutation.json')
  try {
    const filter = only ? ['-t', only.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')] : []
    await vitest(
      folder,
      ['--project', on, tests, ...filter, '--reporter=json', `--outputFile=${report}`],
      env,
    )
    return JSON.parse(readFileSync(report, 'utf8')).numFailedTests > 0
  } finally {
    writeFileSync(path, source)
    rmSync(report, { force: true })
  }
}

/** @param {string} cwd @param {string[]} args @param {Record<string, string>} env */
function vitest(cwd, args, env) {
  const program = join(cwd, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', '--bail=1', ...args], {
    cwd,
    env: { ...process.env, TEST_AT_LENGTH: 'on', ...env },
    stdio: 'ignore',
  })
  return new Promise((done) => child.on('close', done))
}
