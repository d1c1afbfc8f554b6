import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'

/**
 * Vite wraps every lazy import of a build in a helper that fetches styles and scripts beforehand. Here all styles are in
 * one file that every page has, and the server names the scripts, so imports stay what they are in development.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  enforce: 'pre',
  load: {
    filter: { id: new RegExp(`^${helper}$`) },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  generateBundle() {
    if (!this.getModuleInfo(helper))
      this.error('Vite has another helper for lazy imports: see vite-plain-imports.ts.')
  },
})
