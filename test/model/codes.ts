import { newId } from '~/platform/id.ts'
import type { TestShop } from '../shop.ts'

type Code = {
  code: string
  kind: 'percent' | 'amount'
  value: number
  most_uses: number | null
  most_per_person: number | null
}

/** A limited one, one with a limit for each customer, and one that can make parts free; most buy without. */
export const modelCodes: Code[] = [
  { code: 'MODEL-17', kind: 'percent', value: 1750, most_uses: 4, most_per_person: null },
  { code: 'MODEL-OFF', kind: 'amount', value: 2500, most_uses: null, most_per_person: 3 },
  { code: 'MODEL-ALL', kind: 'percent', value: 10_000, most_uses: 6, most_per_person: 1 },
  { code: 'MODEL-HALF', kind: 'percent', value: 5000, most_uses: null, most_per_person: null },
]

export const saveCodes = ({ db }: Pick<TestShop, 'db'>) =>
  db
    .insertInto('discount_codes')
    .values(
      modelCodes.map((row) => ({
        ...row,
        id: newId(),
        code_key: row.code.replace('-', ''),
        minimum_cents: 0,
        parts: null,
        customers: 'all' as const,
        starts_at: '2020-01-01T00:00:00.000Z',
        ends_at: null,
        state: 'on' as const,
        created_at: new Date().toISOString(),
      })),
    )
    .execute()

/** As somebody computes it on paper. */
export const savedCents = ({ kind, value }: Code, goodsCents: number) =>
  kind === 'percent' ? Math.floor((goodsCents * value) / 10_000 + 0.5) : Math.min(value, goodsCents)
