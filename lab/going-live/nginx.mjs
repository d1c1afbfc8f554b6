import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get as plainGet } from 'node:http'
import { get, request } from 'node:https'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.mjs'
import { root, say } from '../../scripts/prepare.mjs'
import { check, folder, onClose } from './machine.mjs'

const name = 'shop.example.com'

/** deploy/nginx.conf as it is, but for ports that anybody may open and a certificate that we signed ourselves. @param {{ port: string }} shop */
export async function visitThroughNginx(shop) {
  say('\nBehind nginx with TLS: deploy/nginx.conf')
  const home = join(folder, 'nginx')
  mkdirSync(home)
  const [secure, plain] = [await freePort(), await freePort()]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`])
      .concat(['-keyout', join(home, 'privkey.pem'), '-out', join(home, 'fullchain.pem')]),
    { stdio: 'ignore' },
  )
  const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/^ *listen \[::\]:.*\n/gm, '')
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443/, `listen 127.0.0.1:${secure}`)
    .replaceAll(`/etc/letsencrypt/live/${name}`, home)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${shop.port}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${home};`,
  )
  writeFileSync(
    join(home, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${home}/pid; error_log ${home}/error.log;
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  const child = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf')])
  let said = ''
  child.once('error', ({ message }) => {
    said = `${message}: this part is replayed where nginx is installed`
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = new Promise((done) => child.once('close', done))
  onClose(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const ca = readFileSync(join(home, 'fullchain.pem'))
  const at = { host: '127.0.0.1', port: secure, servername: name, ca, headers: { host: name } }

  const answers = (await until(() => status(at, '/readyz'))) === 200
  check('nginx answers over TLS', answers, said)
  if (!answers) return
  const page = await ask(at, '/')
  check(
    'the home page comes through, with the policy of the shop',
    page.status === 200 && 'content-security-policy' in page.headers,
  )
  check('compressed by the shop', page.headers['content-encoding'] === 'br')
  check('the browser is told to stay with HTTPS', 'strict-transport-security' in page.headers)
  const redirect = await new Promise((done) =>
    plainGet({ host: '127.0.0.1', port: plain, path: '/shop?q=brake', headers: { host: name } }, done),
  )
  check(
    'HTTP leads to HTTPS',
    redirect.statusCode === 308 && redirect.headers.location === `https://${name}/shop?q=brake`,
  )
  check('7 MB are too many', (await send(at, '/api/images', Buffer.alloc(7_000_000))) === 413)
  check('notices to open pages arrive at once', await streams(at))
  check(
    'nginx complains about nothing',
    !/\[(warn|emerg|error)\]/.test(
      (said + readFileSync(join(home, 'error.log'), 'utf8')).replace(
        /^.*(client intended to send too large body|"listen ... http2" directive is deprecated).*$/gm,
        '',
      ),
    ),
    said,
  )
}

/** @param {() => Promise<number>} ask */
async function until(ask) {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const answer = await ask().catch(() => undefined)
    if (answer) return answer
    await new Promise((done) => setTimeout(done, 50))
  }
}

const status = async (/** @type {object} */ at, /** @type {string} */ path) => (await ask(at, path)).status

/** @param {any} at @param {string} path @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders }>} */
function ask(at, path) {
  return new Promise((done, fail) => {
    get({ ...at, path, agent: false, headers: { ...at.headers, 'accept-encoding': 'br' } }, (answer) => {
      answer.resume()
      done({ status: answer.statusCode ?? 0, headers: answer.headers })
    }).on('error', fail)
  })
}

/** @param {any} at @param {string} path @param {Buffer} body @returns {Promise<number>} */
function send(at, path, body) {
  return new Promise((done, fail) => {
    const headers = {
      ...at.headers,
      'content-type': 'application/octet-stream',
      'content-length': body.length,
    }
    const sent = request({ ...at, path, method: 'POST', agent: false, headers }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** @param {any} at @returns {Promise<boolean>} */
function streams(at) {
  return new Promise((done, fail) => {
    const asked = get({ ...at, path: '/api/live', agent: false }, (answer) => {
      answer.once('data', (text) => {
        done(String(text).startsWith('retry:'))
        asked.destroy()
      })
    }).on('error', fail)
    setTimeout(() => done(false), 5000).unref()
  })
}
