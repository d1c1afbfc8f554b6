import type { TestResponse } from '../http.ts'
import type { Command } from './commands.ts'
import { bankRunners } from './run/bank.ts'
import { deliverRunners } from './run/deliver.ts'
import { manageRunners } from './run/manage.ts'
import { oldPartRunners } from './run/old-parts.ts'
import { payRunners } from './run/pay.ts'
import { placeRunners } from './run/place.ts'
import { refundRunners } from './run/refund.ts'
import { returnRunners } from './run/return.ts'
import type { Runners } from './run/runners.ts'
import { withdrawalRunners } from './run/withdraw.ts'
import type { Person, Scenario } from './scenario.ts'

const runners: Runners = {
  ...placeRunners,
  ...payRunners,
  ...deliverRunners,
  ...returnRunners,
  ...oldPartRunners,
  ...withdrawalRunners,
  ...refundRunners,
  ...bankRunners,
  ...manageRunners,
}

/** Sends one command of one person over HTTP; the response must be one that the shop may give, whatever else happens. */
export async function runCommand(scenario: Scenario, who: Person, command: Command) {
  // What was confirmed before the request was sent must hold for it.
  const before = { isGone: who.isGone, isAdmin: who.isAdmin }
  scenario.history.push(JSON.stringify(command))
  const response = await runners[command.type](scenario, who, command as never)
  scenario.tally.add(command, response)
  if (!response || response === 'done') return response
  const report = (what: string) =>
    scenario.violations.push(
      `${what}: ${JSON.stringify(command)} answered ${response.status} ${response.text.slice(0, 300)}`,
    )
  if (response.status >= 500 && response.status !== 503) report('a fault of the shop')
  if (before.isGone && isPersonal.has(command.type) && response.status !== 401)
    report('a deleted person was let in')
  if (before.isAdmin && command.type.startsWith('order') && response.status === 200)
    report('an admin ordered')
  for (const other of scenario.people)
    if (other !== who && !who.mayBeAdmin && isPersonal.has(command.type) && names(response, other))
      report(`the response names ${other.email}`)
  return response
}

const names = ({ text }: TestResponse, { email }: Person) => text.includes(email)

const isPersonal = new Set<Command['type']>([
  'order',
  'order twice',
  'checkout',
  'buy',
  'cancel',
  'start payment',
  'confirm payment',
  'read order',
])
