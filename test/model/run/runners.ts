import type { TestResponse } from '../../http.ts'
import type { Command, CommandOf } from '../commands.ts'
import type { Person, Scenario } from '../scenario.ts'

/** Undefined when there was nothing to do it to, or no response; 'done' for what is not a request to the shop. */
export type Result = TestResponse | 'done' | undefined

export type Runners = {
  [A in Command['type']]: (scenario: Scenario, who: Person, command: CommandOf<A>) => Promise<Result>
}
