import type { Plugin } from 'vite'

/**
 * Vite wraps every lazy import in a helper that fetches the styles and scripts it needs beforehand. Here all styles are
 * in one file that every page has, and the server names the scripts, so a plain import does the same with less.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null
  },
})
