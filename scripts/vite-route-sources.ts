import type { Plugin } from 'vite'

/**
 * A page's file is named once, in its lazy import. By that name the server finds the page's built scripts, so it gets
 * the name beside the import; the browser does without.
 */
export const routeSources = (): Plugin => ({
  name: 'route-sources',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  transform: {
    filter: { id: /\/app\/routes\.tsx$/ },
    handler(code) {
      const sources = lazyImports(this.parse(code, { lang: 'tsx' }))
      if (sources.length === 0) this.error('No lazy import was found: pages would name no scripts.')
      let annotated = code
      for (const { start, file } of sources.toReversed())
        annotated = `${annotated.slice(0, start)}source: '${file}', ${annotated.slice(start)}`
      return { code: annotated, map: null }
    },
  },
})

type Node = {
  type: string
  start: number
  end: number
  key?: { name?: string }
  value?: unknown
  source?: { value?: string }
}
type Source = { start: number; file: string }

/** Every `lazy: …` and the file that it imports, however it is written. */
export function lazyImports(node: unknown): Source[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, key, start, value } = node as Node
  if (type !== 'Property' || key?.name !== 'lazy') return Object.values(node).flatMap(lazyImports)
  const [specifier, ...more] = importedBy(value)
  if (!specifier || more.length > 0)
    throw new Error('A lazy route must import exactly one file, named in quotes.')
  return [{ start, file: specifier.replace(/^~\//, '').replace(/^\.\//, 'app/') }]
}

function importedBy(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, source } = node as Node
  if (type === 'ImportExpression' && source?.value) return [source.value]
  return Object.values(node).flatMap(importedBy)
}
