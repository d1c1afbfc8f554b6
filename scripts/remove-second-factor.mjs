import { runBuilt } from './prepare.mjs'

await runBuilt('remove-second-factor')
