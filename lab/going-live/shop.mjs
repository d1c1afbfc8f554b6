import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../scripts/prepare.mjs'
import { withoutIgnored } from './containerfile.mjs'
import { check, onClose, shell, shopUser } from './machine.mjs'

/** What git knows of, as it stands in the folder. @param {string} to */
export function copySources(to) {
  mkdirSync(to, { recursive: true })
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const name of names.split('\0').filter((one) => one && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    cpSync(join(root, name), join(to, name))
  }
  return to.endsWith('sources') ? withoutIgnored(to) : to
}

/** @typedef {import('../../test/mail-server.mjs').ReceivedMail} ReceivedMail */

/**
 * The shop as its own user, on a free port, with these settings and no others.
 * @param {string[]} command @param {{ cwd: string, env: Record<string, string> }} options
 */
export async function startProgram(command, { cwd, env }) {
  const [program = '', ...given] = command
  /** @type {Record<string, string>} */
  const settings = { ...env, PORT: '0', HOST: '127.0.0.1' }
  const child = spawn(program, given, {
    cwd,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...settings },
    ...(process.getuid?.() === 0 ? shopUser : {}),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  /** @type {number | null | undefined} */
  let code
  const ended = new Promise((done) =>
    child.once('exit', (value) => {
      code = value
      done(value)
    }),
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  onClose(stop)
  const port = await listening(child.pid ?? 0, () => code !== undefined && output)
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    command,
    cwd,
    env: settings,
    stop,
    code: () => code,
    runs: (/** @type {string} */ line) => shell(line, { cwd, as: 'shop' }).code === 0,
  }
}

/** By what the kernel says: a shop with a public address does not print its port. @param {number} pid @param {() => string | false} over */
async function listening(pid, over) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const output = over()
    if (output) throw new Error(`The shop ended:\n${output}`)
    const lines = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n')
    const port = lines.find((line) => line.includes(`pid=${pid},`))?.match(/:(\d+) /)?.[1]
    if (port && (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) return port
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The shop did not open')
}

/** @param {string[]} command @param {{ cwd: string, env: Record<string, string>, as?: 'root' | 'shop' }} options */
export const tool = (command, options) => shell(command.map((word) => `'${word}'`).join(' '), options)

/** @param {string} url @param {string} path @param {RequestInit & { json?: unknown }} options */
export async function request(url, path, { json, headers, ...options } = {}) {
  const answer = await fetch(`${url}${path}`, {
    ...options,
    // As the page that a browser has open.
    headers: {
      origin: 'https://shop.example.com',
      // A tool that runs meanwhile may take longer than the server keeps an idle connection.
      connection: 'close',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) }
}

/**
 * Step 7: an empty shop without demo accounts; somebody registers, opens the mailed link and is made the first admin.
 * @param {Awaited<ReturnType<typeof startProgram>>} shop @param {ReceivedMail[]} mails
 * @param {string[]} command that makes admins
 */
export async function becomeFirstAdmin({ url, cwd, env }, mails, command) {
  const email = 'owner@shop.example.com'
  const password = 'Passw0rd1'
  const demo = { email: 'admin@carparts.example', password: 'Admin1234' }
  const refused = await request(url, '/identity/sign-in/email', { method: 'POST', json: demo })
  check('there are no demo accounts', refused.status === 401, `${refused.status} ${refused.text}`)
  mails.length = 0
  await request(url, '/identity/sign-up/email', {
    method: 'POST',
    json: { name: 'Olive Owner', email, password },
  })
  const token = await mailedToken(mails, email)
  const opened = await request(url, '/identity/verify-email', { method: 'POST', json: { token, password } })
  const session = opened.json().token
  const made = tool([...command, email], { cwd, env, as: 'shop' })
  check(
    `${command.join(' ').replaceAll(/--env-file=\S+\//g, '--env-file=…/')} ${email}`,
    made.code === 0,
    made.output,
  )
  const identity = (await request(url, '/identity/token', { headers: bearer(session) })).json().token
  const entered = await request(url, `/api/user/${email}`, {
    method: 'PUT',
    json: { email },
    headers: bearer(identity),
  })
  const asked = await request(url, `/admin/${email}`, { headers: bearer(entered.json().token) })
  check('that person is an admin', asked.json().admin === true)
}

const bearer = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` })

/** @param {ReceivedMail[]} mails @param {string} email */
async function mailedToken(mails, email) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const mail = mails.find(({ recipients }) => recipients.includes(email))
    const token = /verify-email#([\w-]+)/.exec(mail?.text.replace(/=\r\n/g, '') ?? '')?.[1]
    if (token) return token
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`No mail for ${email}`)
}
