import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Not import.meta.dirname: a Node that is too old for it must still get as far as being told so.
export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = [20, 19]
const sources = ['app', 'shop', 'platform', 'database', 'stand-ins', 'public', 'vite.config.ts']
const stamp = join(root, 'build/built-from')

/** Ends the process with a sentence instead of a stack when this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  giveUp(
    `Car Parts needs Node ${oldestNode.join('.')} or newer; this is ${process.versions.node}. See nodejs.org.`,
  )
}

/**
 * Installs what the lockfile names, unless exactly that is there already; then no network is needed.
 * @param {string} folder of the package: the shop, or lab/ with what it needs beside that
 */
export async function ensureInstalled(folder = root) {
  if (isInstalled(folder)) return
  say('Installing the locked dependencies (once, about a minute)')
  const arguments_ = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const running = process.env.npm_execpath
  const installed = running?.endsWith('.js')
    ? await run(process.execPath, [running, ...arguments_], {}, folder)
    : await run('npm', arguments_, {}, folder)
  if (installed !== 0)
    giveUp('The dependencies could not be installed: see above. Is the npm registry reachable?')
}

/** Builds pages and server, unless the last build is newer than every source. */
export async function ensureBuilt() {
  if (!isBuilt()) await build()
}

export async function build() {
  const startedAt = Date.now()
  say('Building the shop')
  rmSync(stamp, { force: true })
  const built = await run(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    { NODE_ENV: 'production' },
  )
  if (built !== 0) giveUp('The shop could not be built: see above.')
  mkdirSync(join(root, 'build'), { recursive: true })
  // The time when the build began: what was saved while it ran is noticed at the next start.
  writeFileSync(stamp, String(startedAt))
}

/**
 * Runs a program beside the shop. Where there is a build, that is what runs: a machine that serves the shop need not
 * be able to build it, and a tool must leave no files there that belong to another user.
 * @param {string} name of the program in build/server
 */
export async function runBuilt(name) {
  requireNode()
  const program = join(root, 'build/server', `${name}.js`)
  if (!existsSync(program)) {
    await ensureInstalled()
    await build()
  }
  await import(pathToFileURL(program).href)
}

/**
 * Where one may: as root on Debian.
 * @param {string} name of the package
 * @returns {boolean} whether it is there now
 */
export function installedFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  say(`Installing ${name} for the tests`)
  const options = /** @type {const} */ ({
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  try {
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    return true
  } catch {
    return false
  }
}

/** @param {string} line */
export const say = (line) => console.log(`${line} …`)

/**
 * Runs a program in this terminal, in the project's folder.
 * @param {string} command @param {string[]} given @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
export function run(command, given, env = {}, cwd = root) {
  return new Promise((done) => {
    const child = spawn(command, given, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    child.on('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.on('exit', (code) => done(code ?? 1))
  })
}

/** npm keeps a copy of what it has put into node_modules; a package for another system may be missing there. */
function isInstalled(/** @type {string} */ folder) {
  const wanted = packages(join(folder, 'package-lock.json'))
  const present = packages(join(folder, 'node_modules/.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional === true),
  )
}

/** @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

function isBuilt() {
  try {
    const builtFrom = Number(readFileSync(stamp, 'utf8'))
    statSync(join(root, 'build/server/server.js'))
    return [...sources, 'package-lock.json'].every((path) => newest(join(root, path)) < builtFrom)
  } catch {
    return false
  }
}

/** The latest change below a path; folders count too, because deleting a file only touches its folder. */
function newest(/** @type {string} */ path) {
  const self = statSync(path, { throwIfNoEntry: false })
  if (!self) return 0
  let latest = self.mtimeMs
  if (self.isDirectory())
    for (const name of readdirSync(path))
      if (!/\.(test|cases)\./.test(name)) latest = Math.max(latest, newest(join(path, name)))
  return latest
}

/**
 * @param {string} reason
 * @returns {never}
 */
export function giveUp(reason) {
  console.error(reason)
  process.exit(1)
}
