import { appendFileSync, chownSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from '../../scripts/prepare.mjs'
import { shell, shopUser } from './machine.mjs'

/**
 * A unit of deploy/, read as systemd would: which program, as whom, with which settings.
 * @param {string} name @param {Record<string, string>} places of a real machine, and where they are here
 */
export function readUnit(name, places) {
  const text = readFileSync(join(root, 'deploy', name), 'utf8')
  const here = (/** @type {string} */ line) =>
    Object.entries(places).reduce((sum, [there, place]) => sum.replaceAll(there, place), line)
  const values = (/** @type {string} */ key) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => here(String(value)))
  const [exec = ''] = values('ExecStart')
  if (values('User')[0] !== 'car-parts') throw new Error(`${name} does not run as car-parts`)

  const envFiles = () => values('EnvironmentFile')
  /** In their order: a later file says the last word. The port is a free one here. */
  const env = () => ({
    ...Object.assign({}, ...envFiles().map((file) => parseEnv(here(readFileSync(file, 'utf8'))))),
    PORT: '0',
  })
  return {
    exec: exec.split(' '),
    envFiles,
    env,
    /** The commands in the comment at its head. */
    commands: [...text.matchAll(/^# {3}(\S.*)$/gm)].map(([, line]) =>
      here(String(line)).replace(/ {2,}\(.*$/, ''),
    ),
    /** @param {string} step @param {{ cwd: string }} where */
    run(step, where) {
      console.log(`       ${step}`)
      const { code, output } = shell(step.replace('-g car-parts', `-g ${shopUser.gid}`), where)
      if (code !== 0) throw new Error(`${step}\n${output}`)
    },
    /** @param {Record<string, string>} settings */
    addSettings(settings) {
      const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
      appendFileSync(envFiles().at(-1) ?? '', lines.join(''))
    },
    /** @param {string} folder */
    makeStateDirectory(folder) {
      mkdirSync(dirname(folder), { recursive: true })
      mkdirSync(folder, { mode: 0o700 })
      if (shopUser.uid !== undefined && shopUser.gid !== undefined)
        chownSync(folder, shopUser.uid, shopUser.gid)
    },
    /** A unit that does one thing, and what follows it. @param {string} cwd */
    async runOnce(cwd) {
      return [exec, ...values('ExecStartPost')].every((line) => {
        const { code, output } = shell(line.replace(/ (\S*\*\S*)/g, " '$1'"), { cwd, env: env(), as: 'shop' })
        if (code !== 0) console.log(output)
        return code === 0
      })
    },
  }
}
