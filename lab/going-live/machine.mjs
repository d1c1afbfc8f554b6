import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Stands for the whole machine; gone at the end. */
export const folder = mkdtempSync(join(tmpdir(), 'car-parts-going-live-'))
chmodSync(folder, 0o755)

const isRoot = process.getuid?.() === 0
const idOf = (/** @type {string} */ flag) =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
/** Root runs the shop as nobody, in place of `node` or `car-parts`; anybody else has no choice. */
export const shopUser = isRoot
  ? { uid: idOf('-u'), gid: idOf('-g') }
  : { uid: process.getuid?.(), gid: process.getgid?.() }

/** @type {(() => Promise<void> | void)[]} */
const closing = []
/** @param {() => Promise<void> | void} act */
export const onClose = (act) => void closing.push(act)
export async function closeAll() {
  for (const act of closing.reverse()) await act()
  rmSync(folder, { recursive: true, force: true })
}

let failed = 0
export const failures = () => failed
/** @param {string} what @param {boolean} isTrue @param {string} output shown when it is not */
export function check(what, isTrue, output = '') {
  console.log(`${isTrue ? '  ok   ' : '  FAIL '} ${what}`)
  if (isTrue) return
  failed += 1
  if (output) console.log(output)
}

/** @param {string} path */
export const megabytes = (path) =>
  Math.round(Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1024)

/** The owners of everything below a folder. @param {string} path @returns {(number | undefined)[]} */
export function ownersIn(path) {
  const owners = new Set([lstatSync(path).uid])
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    owners.add(lstatSync(join(path, name)).uid)
  return [...owners]
}

/** @param {string} line @param {{ cwd: string, env?: Record<string, string | undefined>, as?: 'root' | 'shop' }} options */
export function shell(line, { cwd, env = {}, as = 'root' }) {
  const { PATH, HOME } = process.env
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    encoding: 'utf8',
    // Nothing of the caller's own settings: a service has only those of its unit.
    env: { PATH, HOME: as === 'shop' ? '/nonexistent' : HOME, ...env },
    ...(as === 'shop' && isRoot ? shopUser : {}),
  })
  return { code: status, output: `${stdout}${stderr}` }
}
