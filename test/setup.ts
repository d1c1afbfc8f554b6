import fc from 'fast-check'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { seed } from './random.ts'

fc.configureGlobal({ seed })

// Run once per test file. Modules are shared by the files of a worker, so an afterAll inside of one would only be
// registered for the first file that imports it.
afterAll(cleanUp)
