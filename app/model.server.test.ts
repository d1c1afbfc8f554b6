import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLength } from '~/test/length.ts'
import type { Command } from '~/test/model/commands.ts'
import { aCommand } from '~/test/model/commands.ts'
import { checkAll } from '~/test/model/invariants.ts'
import { play } from '~/test/model/run.ts'
import type { Chapter } from '~/test/model/scenario.ts'
import { openChapter } from '~/test/model/scenario.ts'
import { randomFrom, seed } from '~/test/random.ts'
import { engine } from '~/test/shop.ts'

/** On each engine; the long run of `npm run faults` says how many. */
const wanted = Number(process.env.MODEL_OPERATIONS || (atLength ? 10_000 : 2_500))
const clients = 12
/** Short ones make up a short run, because each of three in a row has another number of crashes. */
const perClient = wanted < 10_000 ? 80 : 240
const done = { operations: 0, orders: 0, crashes: 0 }

test(`${wanted} operations of ${clients} people at once, crashes and lost notices break no rule`, {
  timeout: Math.max(300_000, wanted * 60),
}, async () => {
  const script = fc.array(aCommand, { minLength: perClient, maxLength: perClient, size: 'max' })
  const scripts = fc.array(script, { minLength: clients, maxLength: clients, size: 'max' })
  for (let chapter = 0; done.operations < wanted; chapter++)
    await fc.assert(
      fc.asyncProperty(scripts, fc.integer(), (all, faults) => tell(all, faults, chapter % 3)),
      // Told again, the same scripts would mix otherwise: there is nothing to shrink.
      { numRuns: 1, endOnFailure: true, verbose: 0, seed: seed + chapter },
    )
  console.log(
    `${done.operations} operations on ${engine}: ${done.orders} orders, ${done.crashes} crashes, no rule broken`,
  )
})

/** All scripts at once, with so many crashes on the way; then the faults clears up and the books are read. */
async function tell(scripts: Command[][], faults: number, crashes: number) {
  const chapter = await openChapter(randomFrom(faults))
  const all = scripts.length * perClient
  const crashAt = Array.from({ length: crashes }, (_, n) => Math.round((all * (n + 1)) / (crashes + 1)))
  let played = 0
  const crashWhenDue = async () => {
    played += 1
    if (crashAt.includes(played)) await chapter.crash()
  }
  await Promise.all(scripts.map((script) => follow(chapter, script, crashWhenDue)))
  await chapter.calmDown()
  const violations = await checkAll(chapter)
  done.operations += chapter.operations()
  done.orders += chapter.orders.length
  done.crashes += chapter.crashes
  await chapter.close()
  expect(violations).toEqual([])
}

/** Whoever was deleted or has become an admin tries a little longer, and then makes room for somebody new. */
async function follow(chapter: Chapter, script: Command[], played: () => Promise<void>) {
  let who = await chapter.newcomer()
  let inVain = 0
  for (const command of script) {
    await play(chapter, who, command)
    await played()
    if (who.isGone || who.mayBeAdmin) inVain += 1
    if (inVain <= 5) continue
    who = await chapter.newcomer()
    inVain = 0
  }
}
