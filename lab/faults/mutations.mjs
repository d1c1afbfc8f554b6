import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/prepare.mjs'

/** Mutation tests. */
export const mutations = {
  name: 'mutations',
  what: 'rules of the shop switched off one after the other',
  /** @returns {Promise<{ figure: string, passed: boolean }>} */
  run() {
    const child = spawn(process.execPath, [join(root, 'lab/mutations.mjs')], { cwd: root })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    return new Promise((done) => {
      child.on('close', (code) => {
        const missed = output.match(/^NOT CAUGHT.*$/gm) ?? []
        const figure = [
          /\d+ of \d+ switched-off rules were caught/.exec(output)?.[0] ?? output,
          ...missed,
        ].join('; ')
        done({ figure, passed: code === 0 })
      })
    })
  },
}
