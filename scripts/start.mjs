import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
if (process.env.npm_lifecycle_event === 'start') closeWithNpm()
// In this process, so that Ctrl-C and SIGTERM reach the shop itself and it can finish what it is doing.
await import(new URL('../build/server/server.js', import.meta.url).href)

/** A signal to npm ends npm and the shell between, but does not come through: an orphaned shop closes, too. */
function closeWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
