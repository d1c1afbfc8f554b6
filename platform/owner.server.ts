import { statSync } from 'node:fs'

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
