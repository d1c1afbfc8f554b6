import type { TestShop } from '../../shop.ts'
import { anOrder, pick, pickOwn, purchasesOf } from '../pick.ts'
import type { Person, Scenario } from '../scenario.ts'
import type { Result, Runners } from './runners.ts'

/** What happens at the provider and at the bank, where the shop is not asked. */
export const bankRunners: Pick<
  Runners,
  | 'refund by hand'
  | 'finish refunds'
  | 'bounce refund'
  | 'dispute'
  | 'inquire'
  | 'escalate inquiry'
  | 'close inquiry'
  | 'decide dispute'
> = {
  /** In the provider's dashboard, in full or in part. */
  async 'refund by hand'(scenario, who, { order, share }) {
    const charge = await chargeOf(scenario, who, order, () => true)
    if (!charge) return undefined
    const form = {
      payment_intent: charge.payment_intent,
      ...(share > 1 && { amount: String(Math.round(charge.amount / share)) }),
    }
    const response = await scenario.inside(({ standIn }) =>
      standIn!.fetch('https://provider/v1/refunds', {
        method: 'POST',
        headers: { authorization: `Bearer ${scenario.secretKey}` },
        signal: AbortSignal.timeout(300),
        body: new URLSearchParams(form).toString(),
      }),
    )
    return response?.ok ? 'done' : undefined
  },
  'finish refunds': (scenario) => atBank(scenario, (bank) => bank.finishRefunds()),
  async 'bounce refund'(scenario, who, { refund }) {
    const succeeded = await scenario.inside(({ db }) =>
      db
        .selectFrom('refunds')
        .select(['provider_refund_id', 'reference'])
        .where('state', '=', 'succeeded')
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    )
    const own = purchasesOf(scenario, who)
    const id = pickOwn(succeeded ?? [], refund, (it) => own.has(it.reference ?? ''))?.provider_refund_id
    return id ? atBank(scenario, (bank) => bank.bounceRefund(id)) : undefined
  },
  async dispute(scenario, who, { order, share, ends }) {
    const charge = await chargeOf(scenario, who, order, isUndisputed)
    if (!charge) return undefined
    const { payment_intent: id, amount } = charge
    const opened = await atBank(scenario, (bank) => bank.dispute(id, Math.ceil(amount / share)))
    return opened && ends ? atBank(scenario, (bank) => bank.decideDispute(id, ends)) : opened
  },
  async inquire(scenario, who, { order }) {
    const charge = await chargeOf(scenario, who, order, isUndisputed)
    return charge && atBank(scenario, (bank) => bank.inquire(charge.payment_intent))
  },
  'escalate inquiry': (scenario, _who, { order }) =>
    withDispute(scenario, order, 'warning_needs_response', (bank, id) => bank.escalateInquiry(id)),
  'close inquiry': (scenario, _who, { order }) =>
    withDispute(scenario, order, 'warning_needs_response', (bank, id) => bank.closeInquiry(id)),
  'decide dispute': (scenario, _who, { order, status }) =>
    withDispute(scenario, order, 'needs_response', (bank, id) => bank.decideDispute(id, status)),
}

type Bank = NonNullable<TestShop['standIn']>

/** Undefined when it cannot be done now. */
const atBank = async (scenario: Scenario, step: (bank: Bank) => Promise<unknown>): Promise<Result> => {
  const isDone = await scenario.inside(async ({ standIn }) => (await step(standIn!)) !== false)
  return isDone ? 'done' : undefined
}

type Charge = { payment_intent: string; amount: number; dispute_id?: string }
const isUndisputed = ({ dispute_id }: Charge) => !dispute_id

/** The charge that has paid for an order. */
async function chargeOf(scenario: Scenario, who: Person, n: number, makesSense: (charge: Charge) => boolean) {
  const charges = (await objectsOf<Charge>(scenario, 'charge')).filter(makesSense)
  const intents = new Map(charges.map((charge) => [charge.payment_intent, charge]))
  const it = await anOrder(scenario, who, n, ({ transaction_id: id }) => id !== null && intents.has(id))
  return intents.get(it?.secret?.split('_secret_')[0] ?? '')
}

async function withDispute(
  scenario: Scenario,
  n: number,
  status: string,
  step: (bank: Bank, transactionId: string) => Promise<boolean>,
) {
  const disputes = await objectsOf<{ status: string; payment_intent: string }>(scenario, 'dispute')
  const it = pick(
    disputes.filter((dispute) => dispute.status === status),
    n,
  )
  return it && atBank(scenario, (bank) => step(bank, it.payment_intent))
}

async function objectsOf<T>(scenario: Scenario, kind: string): Promise<T[]> {
  const rows = await scenario.inside(({ db }) =>
    db.selectFrom('stand_in_objects').select('body').where('kind', '=', kind).orderBy('created').execute(),
  )
  return rows?.map(({ body }) => JSON.parse(body)) ?? []
}
