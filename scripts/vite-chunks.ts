import type { Plugin, Rolldown } from 'vite'

/** Scripts by name, and the folders and files whose modules they hold. The first that names a module has it. */
export type Chunks = Record<string, string[]>

/**
 * What belongs together in one file: it compresses better than ten, and is fetched in one go. What a module imports
 * comes with it, unless a script before has it; a module that is loaded lazily stays alone, unless the list names its file.
 */
export function codeSplitting(chunks: Chunks, root: string): Rolldown.CodeSplittingOptions {
  const groups = Object.entries(chunks).map(([name, paths], place, { length }) => ({
    debugName: name,
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      graph.getModuleInfo(id)?.dynamicImporters.length && !paths.includes(id.slice(root.length + 1))
        ? null
        : name,
    test: (id: string) => paths.some((path) => id.startsWith(`${root}/${path}`)),
    priority: length - place,
  }))
  return { groups }
}

/** Ends the build when a path of the list above names nothing, or when two scripts need each other to start. */
export const checkChunks = (chunks: Chunks, root: string): Plugin => ({
  name: 'check-chunks',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  generateBundle(_, bundle) {
    const built = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = built.flatMap(({ moduleIds }) => moduleIds)
    for (const path of Object.values(chunks).flat())
      if (!modules.some((id) => id.startsWith(`${root}/${path}`)))
        this.error(
          `The list of scripts in vite.config.ts names ${path}, and no module of the browser is there.`,
        )
    const circle = circleOf(new Map(built.map(({ fileName, imports }) => [fileName, imports])))
    if (circle) this.error(`These scripts import each other in a circle: ${circle.join(' > ')}`)
  },
})

export function circleOf(imports: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const follow = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return undefined
}
