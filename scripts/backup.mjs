import { runBuilt } from './prepare.mjs'

await runBuilt('backup')
