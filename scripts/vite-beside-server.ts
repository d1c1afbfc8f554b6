import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/** Puts files that server code reads at run time beside the built server, as they lie beside their source. */
export const besideServer = (files: string[]): Plugin => ({
  name: 'beside-server',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle({ dir }) {
    for (const file of files)
      copyFileSync(join(this.environment.config.root, file), join(dir!, basename(file)))
  },
})
