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

/**
 * A tool that root starts beside the shop works as the owner of the shop's data. Whatever root wrote there, the log of
 * the database first of all, the shop itself could not open any more.
 */
export function workAsOwnerOf(folder: string) {
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  process.setgroups!([owner.gid])
  process.setgid!(owner.gid)
  process.setuid!(owner.uid)
}
