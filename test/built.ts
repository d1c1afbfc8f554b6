import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../scripts/prepare.mjs'
import { afterThisFile } from './clean-up.ts'
import { send } from './http.ts'
import { withStandIns } from './settings.ts'

/** Starts the built server as a child process; `ended` resolves with its exit code. */
export function launchBuilt(settings: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: '0', ...withStandIns(settings) }
  const child = spawn(process.execPath, [join(root, 'build/server/server.js')], { env })
  afterThisFile(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  const ended = new Promise<number | NodeJS.Signals>((done) =>
    child.once('close', (code, signal) => done(code ?? signal!)),
  )
  return { child, ended, output: () => output }
}

export async function startBuilt(settings: Record<string, string>) {
  const server = launchBuilt(settings)
  const url = await addressOf(server)
  return { ...server, url, get: (path: string) => send(url, path) }
}

async function addressOf({ output, ended }: ReturnType<typeof launchBuilt>) {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && !isOver) {
    const port = /(?:Shop|Listens) +http:\/\/localhost:(\d+)/.exec(output())?.[1]
    if (port) return `http://127.0.0.1:${port}`
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`The built shop did not open:\n${output()}`)
}
