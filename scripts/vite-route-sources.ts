import type { Plugin } from 'vite'

/**
 * A page's file is named once, in its lazy import. By that name the server finds the page's built scripts, so it gets
 * the name beside the import; the browser does without.
 */
export const routeSources = (): Plugin => ({
  name: 'route-sources',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (this.environment.config.consumer === 'client' || !id.endsWith('/app/routes.tsx')) return null
    return {
      code: code.replace(
        /lazy: \(\) => import\('(~|\.)\/([^']+)'\)/g,
        (found, from: string, file: string) => `source: '${from === '~' ? file : `app/${file}`}', ${found}`,
      ),
      map: null,
    }
  },
})
