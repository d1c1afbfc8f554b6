import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes } from '~/platform/time.ts'
import { isLongRun } from '~/test/long-run.ts'
import { checkBooks } from '~/test/model/books/check.ts'
import type { Command } from '~/test/model/commands.ts'
import { aCommand, aPurchase } from '~/test/model/commands.ts'
import { reduce } from '~/test/model/reduce.ts'
import { runCommand } from '~/test/model/run.ts'
import type { Person, Scenario } from '~/test/model/scenario.ts'
import { openScenario } from '~/test/model/scenario.ts'
import { kindOf, Tally } from '~/test/model/tally.ts'
import { randomFrom, seed } from '~/test/random.ts'
import { engine } from '~/test/shop.ts'

/** `npm run test:all` runs it at length, and `npm run faults` sets a higher number. */
const operations = Number(process.env.MODEL_OPERATIONS || (isLongRun ? 4_000 : 500))
/** Fewer in a short run, which has at least three scenarios, with 0, 1 and 2 crashes. */
const { clients, perClient } =
  operations < 10_000 ? { clients: 9, perClient: 20 } : { clients: 12, perClient: 120 }
const done = { steps: 0, operations: 0, orders: 0, returns: 0, crashes: 0 }
const tally = new Tally()

const listOf = <T>(item: fc.Arbitrary<T>, length: number) =>
  fc.array(item, { minLength: length, maxLength: length, size: 'max' })
/** With a seed for what happens around it: prices, faults, lost webhooks. */
const sampleOf = <T>(arbitrary: fc.Arbitrary<T>, nth: number) =>
  fc.sample(fc.tuple(arbitrary, fc.integer()), { numRuns: 1, seed: seed + nth })[0]!

test(`${operations} operations of ${clients} people at once, crashes and lost webhooks break no rule`, {
  timeout: Math.max(minutes(5), operations * 200),
}, async () => {
  let nth = 0
  const runNext = async (command: fc.Arbitrary<Command>) => {
    const [all, seedOfScenario] = sampleOf(listOf(listOf(command, perClient), clients), nth)
    const violations = await runAtOnce(all, seedOfScenario, nth % 3)
    expect(violations, `with TEST_SEED=${seed + nth}`).toEqual([])
    nth += 1
  }
  while (nth < 3 || done.operations < operations) await runNext(aCommand)
  if (operations >= 10_000) await seekNeverSucceeded(runNext)
  console.log(
    `${done.operations} operations on ${engine}: ${done.steps} steps of ${clients} clients at once over HTTP, ${done.orders} orders, ${done.returns} returned, ${done.crashes} crashes, the books agree, no rule broken\n${tally}`,
  )
})

/** A kind of command that succeeded not once may have had bad luck: then every third command is of that kind. */
async function seekNeverSucceeded(runNext: (command: fc.Arbitrary<Command>) => Promise<void>) {
  for (let more = 0; more < 5 && tally.neverSucceeded().length > 0; more++) {
    const kinds = tally.neverSucceeded()
    const sought = aCommand.filter((command) => kinds.includes(kindOf(command)))
    await runNext(fc.oneof(aCommand, aCommand, sought))
  }
  expect(tally.neverSucceeded()).toEqual([])
}

const perSequence = 80
const sequences = Math.ceil(operations / 1_000)

test(`${sequences * perSequence} steps one by one: the books agree all the time, and what is refused has written nothing`, {
  timeout: Math.max(minutes(5), operations * 200),
}, async () => {
  const step = fc.record({ by: fc.nat({ max: 2 }), command: aCommand })
  for (let nth = 0; nth < sequences; nth++) {
    const [steps, seedOfScenario] = sampleOf(listOf(step, perSequence), nth)
    const failure = await reduce(steps, {
      fails: (fewer) => runOneByOne(fewer, seedOfScenario),
      forMs: minutes(2),
    })
    if (failure) throw new Error(`Broken with TEST_SEED=${seed + nth}:\n${failure.message}`)
  }
})

/** In a shop each; `npm test` has them among the others. */
const perShop = { clients: 8, each: 50 }
const purchases = Number(process.env.MODEL_PURCHASES || 100)

test.skipIf(!isLongRun)(
  `${purchases} purchases by zones, weights and taxes, with refunds, come out to the cent`,
  { timeout: Math.max(minutes(5), purchases * 8000) },
  async () => {
    const paid = { purchases: 0, receipts: 0, notes: 0 }
    for (let nth = 0; paid.purchases < purchases; nth++) {
      const scripts = listOf(listOf(aPurchase, perShop.each), perShop.clients)
      const [all, seedOfScenario] = sampleOf(scripts, nth)
      const scenario = await openScenario({ random: randomFrom(seedOfScenario), tally, isAboutRates: true })
      await Promise.all(all.map((script) => runScript(scenario, script, async () => {})))
      await scenario.drain()
      expect(await checkBooks(scenario), `with TEST_SEED=${seed + nth}`).toEqual([])
      const { db } = scenario.shop()
      const placed = await db.selectFrom('purchases').select('id').where('delivery', 'is not', null).execute()
      const documents = await db.selectFrom('receipts').select('series').execute()
      paid.purchases += placed.length
      paid.receipts += documents.filter(({ series }) => series === 'R').length
      paid.notes += documents.filter(({ series }) => series === 'C').length
      await scenario.close()
    }
    console.log(
      `${paid.purchases} purchases by zones on ${engine} from TEST_SEED=${seed} on, ${paid.receipts} receipts, ${paid.notes} credit notes and reversals, no cent missing`,
    )
  },
)

/** Runs all scripts at once with a number of crashes, then without faults until all is done, and checks the rules. */
async function runAtOnce(scripts: Command[][], faultSeed: number, crashes: number) {
  const scenario = await openScenario({ random: randomFrom(faultSeed), tally })
  const all = scripts.length * perClient
  const crashAt = Array.from({ length: crashes }, (_, n) => Math.round((all * (n + 1)) / (crashes + 1)))
  let commandsRun = 0
  const crashWhenDue = async () => {
    commandsRun += 1
    if (crashAt.includes(commandsRun)) await scenario.crash()
  }
  await Promise.all(scripts.map((script) => runScript(scenario, script, crashWhenDue)))
  await scenario.drain()
  const violations = await checkBooks(scenario)
  done.steps += all
  done.operations += scenario.operations()
  done.orders += scenario.orders.length
  const received = scenario.shop().db.selectFrom('returns').select('id').where('received_at', 'is not', null)
  done.returns += (await received.execute()).length
  done.crashes += scenario.crashes
  await scenario.close()
  return violations
}

/** A person who was deleted or became an admin sends a few more commands and is then replaced by a new one. */
async function runScript(scenario: Scenario, script: Command[], onCommand: () => Promise<void>) {
  let who = await scenario.newPerson()
  let refused = 0
  for (const command of script) {
    await runCommand(scenario, who, command)
    await onCommand()
    if (who.isGone || who.mayBeAdmin) refused += 1
    if (refused <= 3) continue
    who = await scenario.newPerson()
    refused = 0
  }
}

/** Three people and the bank, one after the other, with nothing that fails: what breaks a rule is the last step. */
async function runOneByOne(steps: { by: number; command: Command }[], seedOfScenario: number) {
  const scenario = await openScenario({ random: randomFrom(seedOfScenario), tally, isOneByOne: true })
  const people: Person[] = []
  let violations: string[] = []
  for (const { by, command } of steps) {
    if (!people[by] || people[by].isGone || people[by].mayBeAdmin) people[by] = await scenario.newPerson()
    await runCommand(scenario, people[by], command)
    await scenario.settle()
    violations = await checkBooks(scenario)
    if (violations.length > 0) break
  }
  await scenario.close()
  return violations.length > 0
    ? new Error(`${violations.join('\n')}\nafter\n${scenario.history.join('\n')}`)
    : undefined
}
