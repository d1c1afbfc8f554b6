import fc from 'fast-check'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { minutes } from '~/platform/time.ts'
import { cleanUp } from './clean-up.ts'
import { seed } from './random.ts'
import { explain, forgetErrors } from './server-errors.ts'

fc.configureGlobal({ seed })

// Registered here, once per test file: test files of one worker share modules, so an afterAll inside a helper would
// only be registered for the first file that imports it.
// A long run of the model has opened dozens of shops.
afterAll(cleanUp, minutes(5))
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are used
afterAll(({}, suite) => explain(suite.result))
beforeEach(forgetErrors)
afterEach(({ task }) => explain(task.result))
