import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isProgram } from './postgres.mjs'
import { installedFromDebian, say } from './prepare.mjs'

/** The newest whose package runs on Node 20; it holds a Chromium for Linux on x64 only. */
const packaged = '@sparticuz/chromium@143.0.4'
/** The one without a window first: it opens a page in half the time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualFolders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin']
const usualPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * An installed Chromium or Chrome; else one from npm or from Debian, so that the tests need no other download.
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>}
 */
export async function findChromium() {
  const executablePath = installed()
  if (executablePath) return { executablePath, env: {} }
  const fetched = fromNpm() ?? fromDebian()
  if (fetched) return fetched
  throw new Error(
    `No Chromium or Chrome was found for ${process.platform} ${process.arch}. Install one (Debian: apt-get ` +
      'install chromium), or say where it is with CHROME_PATH.',
  )
}

function installed() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualFolders]
  const inFolders = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...inFolders, ...usualPrograms].find(isProgram)
}

function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const cache = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'car-parts',
    packaged.replace('/', '-'),
  )
  const unpacked = join(cache, 'unpacked')
  const executablePath = join(unpacked, 'chromium')
  // Its libraries come with it, for machines that have none of a browser's.
  const fonts = join(unpacked, 'fonts/here.conf')
  const env = { LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_FILE: fonts }
  if (existsSync(fonts)) return { executablePath, env }
  say('Fetching a Chromium from npm for the browser tests')
  try {
    mkdirSync(unpacked, { recursive: true })
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, packaged], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    })
    // The package unpacks into the folder for temporary files, libraries only where it believes to be in a lambda.
    const unpack = "import('@sparticuz/chromium').then((c) => c.default.executablePath())"
    execFileSync(process.execPath, ['-e', unpack], {
      cwd: cache,
      env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(fonts, fontsIn(unpacked))
  } catch {
    return undefined
  }
  return existsSync(executablePath) ? { executablePath, env } : undefined
}

/**
 * The configuration that comes with it looks for the fonts where a lambda has them. A page without any font crashes.
 * @param {string} unpacked
 */
const fontsIn = (unpacked) => `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(unpacked, 'fonts/fonts')}</dir>
  <cachedir>${join(unpacked, 'fonts/cache')}</cachedir>
</fontconfig>
`

function fromDebian() {
  if (!installedFromDebian('chromium-headless-shell') && !installedFromDebian('chromium')) return undefined
  const executablePath = installed()
  return executablePath ? { executablePath, env: {} } : undefined
}
