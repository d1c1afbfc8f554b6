import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../scripts/prepare.mjs'

export type Import = { from: string; to: string; typeOnly: boolean }

const folders = ['app', 'shop', 'platform', 'database', 'stand-ins', 'scripts', 'lab', 'test']
const isCode = (name: string) => /\.(ts|tsx|mjs)$/.test(name)

/** Every file of the project's code, as a path from its root. */
export const codeFiles = () =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isCode(name) && !name.startsWith('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )

/** What a file imports, statically or lazily: paths from the root for our own files, names for packages. */
export function importsOf(file: string): Import[] {
  const source = codeOf(file)
  const statics = source.matchAll(/^(?:import|export)(\s+type)?\s(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)
  const lazies = source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [
    ...[...statics].map(([, type, to]) => ({
      from: file,
      to: resolved(file, to!),
      typeOnly: type !== undefined,
    })),
    ...[...lazies].map(([, to]) => ({ from: file, to: resolved(file, to!), typeOnly: false })),
  ]
}

function resolved(file: string, to: string) {
  const path = to.replace(/\?.*$/, '')
  if (path.startsWith('~/')) return path.slice(2)
  if (path.startsWith('.')) return relative(root, join(root, dirname(file), path)).replaceAll('\\', '/')
  return to
}

export const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The source of a file without its comments. */
export const codeOf = (file: string) =>
  sourceOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
