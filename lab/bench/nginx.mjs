import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { delimiter, join } from 'node:path'
import { freePort, isProgram } from '../../scripts/postgres.mjs'
import { folder, watched } from './servers.mjs'

/**
 * The installed nginx with one worker, sending the same bytes and headers from files.
 * @param {string} origin @param {string[]} paths
 * @returns {Promise<import('./servers.mjs').Server | undefined>} undefined where there is none
 */
export async function startNginx(origin, paths) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/bin',
  ]
  const program = folders.map((one) => join(one, 'nginx')).find(isProgram)
  if (!program) return undefined
  const home = join(folder, 'nginx')
  mkdirSync(home, { recursive: true })
  const places = []
  for (const [n, path] of paths.entries()) {
    const { headers, body } = await answerOf(`${origin}${path}`)
    writeFileSync(join(home, `body-${n}`), body)
    const { 'content-type': type, ...others } = headers
    const lines = Object.entries(others).map(
      ([name, value]) => `add_header ${name} ${JSON.stringify(value)};`,
    )
    places.push(
      `location = ${path} { types {} default_type '${type}'; etag off; ${lines.join(' ')} root ${home}; try_files /body-${n} =500; }`,
    )
  }
  const port = await freePort()
  const asRoot = process.getuid?.() === 0
  writeFileSync(
    join(home, 'nginx.conf'),
    `${asRoot ? 'user root;' : ''} daemon off; worker_processes 1; worker_cpu_affinity 1; pid ${home}/pid; error_log ${home}/error.log;
    events { worker_connections 512; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
      client_body_temp_path ${home}; proxy_temp_path ${home}; fastcgi_temp_path ${home}; uwsgi_temp_path ${home};
      scgi_temp_path ${home}; server { listen 127.0.0.1:${port}; ${places.join('\n')} } }`,
  )
  const child = watched(spawn(program, ['-p', home, '-c', join(home, 'nginx.conf')], { stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    if (await answerOf(`${url}${paths[0]}`).catch(() => undefined)) return child(url)
    await new Promise((done) => setTimeout(done, 50))
  }
  return undefined
}

/** @param {string} url @returns {Promise<{ headers: Record<string, unknown>, body: Buffer }>} */
function answerOf(url) {
  return new Promise((done, fail) => {
    get(url, { headers: { 'accept-encoding': 'br' }, agent: false }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { date: _, connection: _1, 'keep-alive': _2, 'content-length': _3, ...headers } = answer.headers
      done({ headers, body })
    }).on('error', fail)
  })
}
