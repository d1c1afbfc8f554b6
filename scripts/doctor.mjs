import { runBuilt } from './prepare.mjs'

await runBuilt('doctor')
