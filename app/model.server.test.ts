import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLongRun } from '~/test/long-run.ts'
import type { Command } from '~/test/model/commands.ts'
import { aCommand } from '~/test/model/commands.ts'
import { checkAll } from '~/test/model/invariants.ts'
import { runCommand } from '~/test/model/run.ts'
import type { Scenario } from '~/test/model/scenario.ts'
import { openScenario } from '~/test/model/scenario.ts'
import { Tally } from '~/test/model/tally.ts'
import { randomFrom, seed } from '~/test/random.ts'
import { engine } from '~/test/shop.ts'

/** `npm run test:all` runs it at length, and `npm run faults` sets a higher number. */
const operations = Number(process.env.MODEL_OPERATIONS || (isLongRun ? 10_000 : 1_000))
const clients = 12
/** Fewer in a short run, so that it has at least three scenarios, with 0, 1 and 2 crashes. */
const perClient = operations < 10_000 ? 30 : 240
const done = { operations: 0, orders: 0, returns: 0, crashes: 0 }
const tally = new Tally()

test(`${operations} operations of ${clients} people at once, crashes and lost webhooks break no rule`, {
  timeout: Math.max(300_000, operations * 60),
}, async () => {
  const script = fc.array(aCommand, { minLength: perClient, maxLength: perClient, size: 'max' })
  const scripts = fc.array(script, { minLength: clients, maxLength: clients, size: 'max' })
  for (let scenario = 0; done.operations < operations; scenario++)
    await fc.assert(
      fc.asyncProperty(scripts, fc.integer(), (all, faultSeed) => runScripts(all, faultSeed, scenario % 3)),
      // Run again, the same scripts would interleave differently: there is nothing to shrink.
      {
        numRuns: 1,
        endOnFailure: true,
        verbose: 0,
        seed: seed + scenario,
        // The scripts are long, and the seed repeats them.
        reporter: failWithSeed,
      },
    )
  console.log(
    `${done.operations} operations on ${engine}: ${done.orders} orders, ${done.returns} returned, ${done.crashes} crashes, no rule broken\n${tally}`,
  )
  if (operations >= 10_000) expect(tally.neverSucceeded()).toEqual([])
})

function failWithSeed<T>(run: fc.RunDetails<T>) {
  if (run.failed) throw new Error(`Failed with TEST_SEED=${run.seed}`, { cause: run.errorInstance })
}

/** Runs all scripts at once with a number of crashes, then without faults until all is done, and checks the rules. */
async function runScripts(scripts: Command[][], faultSeed: number, crashes: number) {
  const scenario = await openScenario(randomFrom(faultSeed), tally)
  const all = scripts.length * perClient
  const crashAt = Array.from({ length: crashes }, (_, n) => Math.round((all * (n + 1)) / (crashes + 1)))
  let commandsRun = 0
  const crashWhenDue = async () => {
    commandsRun += 1
    if (crashAt.includes(commandsRun)) await scenario.crash()
  }
  await Promise.all(scripts.map((script) => runScript(scenario, script, crashWhenDue)))
  await scenario.drain()
  const violations = await checkAll(scenario)
  done.operations += scenario.operations()
  done.orders += scenario.orders.length
  const received = scenario.shop().db.selectFrom('returns').select('id').where('received_at', 'is not', null)
  done.returns += (await received.execute()).length
  done.crashes += scenario.crashes
  await scenario.close()
  expect(violations).toEqual([])
}

/** A person who was deleted or became an admin sends a few more commands and is then replaced by a new one. */
async function runScript(scenario: Scenario, script: Command[], onCommand: () => Promise<void>) {
  let who = await scenario.newPerson()
  let refused = 0
  for (const command of script) {
    await runCommand(scenario, who, command)
    await onCommand()
    if (who.isGone || who.mayBeAdmin) refused += 1
    if (refused <= 5) continue
    who = await scenario.newPerson()
    refused = 0
  }
}
