import type { Plugin } from 'vite'

/** A `.server` file holds secrets and SQL: a browser bundle that reaches one is refused. */
export const keepServerCodeOut = (): Plugin => ({
  name: 'keep-server-code-out',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId(source, importer) {
    if (/\.server(\.tsx?)?$/.test(source))
      throw new Error(
        `${importer ?? 'The browser entry'} imports ${source}: server code must not reach the browser`,
      )
    return null
  },
})
