import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** Loaded into a server: reports its memory after a garbage collection. */
process.on('message', (message) => {
  if (message !== 'memory') return
  collect()
  process.send?.({ memory: process.memoryUsage() })
})
process.channel?.unref()
