import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** Loaded into a server: says what it holds after everything unused is thrown away. */
process.on('message', (message) => {
  if (message !== 'memory') return
  collect()
  process.send?.({ memory: process.memoryUsage() })
})
process.channel?.unref()
