import { z } from 'zod'
import { exactCents } from './money.ts'

/** Each kind of value says in its own words what it should be; the value itself is never repeated, it may be a secret. */
export const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address like https://shop.example.com',
})
/** With commas between them, as browsers name them: without a path. */
export const originList = z
  .string()
  .transform((given) => given.split(',').map((one) => one.trim()))
  .refine((origins) => origins.every(isOrigin), {
    error: 'must be origins like https://www.example.com, without a path, with commas between them',
  })

const isOrigin = (given: string) =>
  URL.canParse(given) && /^https?:\/\//.test(given) && new URL(given).origin === given

export const email = z.email({ error: 'must be an email address' })
export const hostName = z.hostname({ error: 'must be the name of a host' })
export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })
export const numberBetween = (least: number, most: number) => {
  const error = `must be a number from ${least} to ${most}`
  return z.coerce.number({ error }).min(least, { error }).max(most, { error })
}
/** In dollars and whole cents. */
export const amountUpTo = (most: number) =>
  numberBetween(0, most).refine((dollars) => exactCents(dollars) !== undefined, {
    error: 'must be a sum like 4.90',
  })
/** A rate, in thousandths of a percent. */
export const percentage = numberBetween(0, 100)
  .refine((percent) => Number.isInteger(Number((percent * 1000).toFixed(6))), {
    error: 'must be a percentage like 19 or 8.875',
  })
  .transform((percent) => Math.round(percent * 1000))
export const wholeNumberBetween = (least: number, most: number) =>
  numberBetween(least, most).int({ error: 'must be a whole number' })

/** Whole numbers, like 2-4; one alone is both ends. */
export const rangeUpTo = (most: number) =>
  z
    .string()
    .transform((given) => given.split('-').map((end) => (/^\s*\d+\s*$/.test(end) ? Number(end) : Number.NaN)))
    .refine((ends) => ends.length <= 2 && ends[0]! <= ends.at(-1)! && ends.at(-1)! <= most, {
      error: `must be a range like 2-4, up to ${most}`,
    })
    .transform((ends) => ({ least: ends[0]!, most: ends.at(-1)! }))

/** Checks every setting; a bad start names each one that is wrong, not only the first. */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = schema.safeParse(given)
  if (!read.success) throw new BadSettings(wordsOf(read.error))
  return read.data
}

/** One sentence per setting, however many checks it failed. */
function wordsOf({ issues }: z.ZodError) {
  const words = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = path.join('.')
    if (!words.has(name)) words.set(name, `${name}: ${message}`)
  }
  return [...words.values()]
}

/** What is missing of groups of which all settings are given, or none. */
export const missingOfGroups = <Name extends string>(
  settings: Partial<Record<Name, unknown>>,
  groups: readonly (readonly Name[])[],
) =>
  groups.flatMap((group) => {
    const absent = group.filter((name) => settings[name] === undefined)
    if (absent.length === group.length) return []
    const present = group.filter((name) => !absent.includes(name)).join(' and ')
    return absent.map((name) => `${name}: is needed beside ${present}`)
  })

export class BadSettings extends Error {
  constructor(readonly problems: string[]) {
    super(`The shop cannot start with these settings:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  }
}

type Misspelt = { given: string; meant: string }

/** What is no setting, but nearly one that is not given. Other variables of the machine are none of our business. */
export function misspeltSettings(
  known: readonly string[],
  env: Record<string, string | undefined>,
): Misspelt[] {
  const missing = known.filter((name) => !env[name])
  return Object.keys(env).flatMap((given) => {
    if (known.includes(given)) return []
    const meant = missing.find((name) => isNearly(given, name))
    return meant ? [{ given, meant }] : []
  })
}

/** Short names have too many neighbours: POST is not PORT. */
function isNearly(given: string, name: string) {
  if (name.length < 6) return false
  if (plain(given) === plain(name)) return true
  return distance(given, name) <= (name.length < 10 ? 1 : 2)
}

const plain = (name: string) => name.replaceAll('_', '').toUpperCase()

/** Letters added, left out, replaced or swapped with their neighbour. */
function distance(a: string, b: string) {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1]!
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : replaced
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
