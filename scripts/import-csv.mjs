import { runBuilt } from './prepare.mjs'

await runBuilt('import-csv')
