import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../scripts/prepare.mjs'
import { withStandIns } from './settings.ts'

/** Runs one of the built tools, as npm does: `tool('backup', settings, file)`. */
export async function tool(name: string, settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', ...withStandIns(settings) }
  const child = spawn(process.execPath, [join(root, `build/server/${name}.js`), ...args], { env })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [output, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, problems }
}
