import type { Plugin } from 'vite'

/**
 * A page's file is named once, in its lazy import. By that name the server finds the page's built scripts, so it gets
 * the name beside the import; the browser does without.
 */
export const routeSources = (): Plugin => ({
  name: 'route-sources',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  transform: {
    filter: { id: /\/app\/pages\/routes\.tsx$/ },
    handler: (code) => ({ code: withSources(code), map: null }),
  },
})

export const withSources = (code: string) =>
  code.replace(/lazy: ((?!lazy: )[\s\S])*/g, (lazy) => {
    const [, folder, file] = /import\('(~|\.)\/([^']+)'\)/.exec(lazy) ?? []
    if (!file) throw new Error(`A lazy page names its file in quotes, as import('~/…') does. Found: ${lazy}`)
    return `source: '${folder === '~' ? '' : 'app/pages/'}${file}', ${lazy}`
  })
