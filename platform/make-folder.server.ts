import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** With its parents. Node's own way to do that never ends where a file system takes no folders, as /proc. */
export function makeFolder(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Made by somebody else meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
