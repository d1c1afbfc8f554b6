import { runBuilt } from './prepare.mjs'

await runBuilt('make-admin')
