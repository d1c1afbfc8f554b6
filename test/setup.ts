import fc from 'fast-check'
import { afterAll } from 'vitest'
import { cleanUp } from './clean-up.ts'
import { seed } from './random.ts'

fc.configureGlobal({ seed })

// Registered here, once per test file: test files of one worker share modules, so an afterAll inside a helper would
// only be registered for the first file that imports it.
afterAll(cleanUp)
