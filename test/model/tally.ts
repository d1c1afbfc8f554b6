import type { TestResponse } from '../http.ts'
import type { Command } from './commands.ts'

type Count = { sent: number; succeeded: number }

/** How often each kind of command was sent, and how often the shop did it: a rule that nothing reaches is not tested. */
export class Tally {
  readonly #counts = new Map<string, Count>()

  add(command: Command, response: TestResponse | 'done' | undefined) {
    const kind = kindOf(command)
    const count = this.#counts.get(kind) ?? { sent: 0, succeeded: 0 }
    this.#counts.set(kind, count)
    count.sent += 1
    if (response === 'done' || (response && hasSucceeded(kind, response))) count.succeeded += 1
  }

  neverSucceeded = () => [...this.#counts].flatMap(([kind, { succeeded }]) => (succeeded === 0 ? kind : []))

  toString = () =>
    [...this.#counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, { sent, succeeded }]) => `${kind} ${succeeded}/${sent}`)
      .join(', ')
}

/** Commands for which other rules hold are counted apart. */
export function kindOf(command: Command) {
  switch (command.type) {
    case 'pay':
      return command.card.replace('pm_card_', 'pay ')
    case 'refund':
      return command.quantity ? 'refund pieces' : 'refund'
    case 'answer return':
      return command.accept ? 'accept return' : 'decline return'
    case 'receive return':
      return command.sound ? 'receive sound' : 'receive damaged'
    case 'decide dispute':
      return `dispute ${command.status}`
    default:
      return command.type
  }
}

/** Those that are meant to be refused count when they are. */
const refusals: Record<string, number> = { 'forge webhook': 400, 'pay visa_chargeDeclined': 402 }

function hasSucceeded(kind: string, { status, json }: TestResponse) {
  if (status !== (refusals[kind] ?? 200)) return false
  const { modifiedCount, deletedCount } = json()
  return modifiedCount !== 0 && deletedCount !== 0
}
