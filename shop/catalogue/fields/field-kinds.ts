import type { ProductRow } from '~/database/tables.ts'
import { formatCount } from '~/platform/figures.ts'
import { exactCents, formatDollarsAfter, toCents, toDollars } from '~/platform/money.ts'
import { isVisible } from '~/platform/text.ts'
import { morePicturesProblem, pictureProblem, picturesIn } from '../pictures.ts'
import { mostPieces } from '../rules.ts'

/** The columns of a product that nobody types: the shop fills them in. */
export type OwnColumn = 'id' | 'name_key' | 'search_text' | 'created_at'
type Column = Exclude<keyof ProductRow, OwnColumn>

export type FieldValue = string | number
/** In the table, what nobody has chosen is null. */
type Stored = FieldValue | null

/** Everything that forms, the API, files, comparisons and the table need to know about one field of a product. */
export type ProductField<Value extends FieldValue = FieldValue, C extends Column = Column> = {
  kind: 'text' | 'lines' | 'choice' | 'pieces' | 'number' | 'dollars' | 'picture' | 'pictures' | 'category'
  /** As messages call it. */
  label: string
  column: C
  /** A client or a file that does not name it leaves it as it is. */
  isOptional?: boolean
  /** Whether the search of the shop reads it. */
  isSearched?: boolean
  /** Staff alone see it: no answer for everybody has it. */
  isPrivate?: boolean
  /** Of text. */
  maxLength?: number
  /** What is wrong with text as it was typed, without the spaces around it. */
  problem(text: string): string | undefined
  fromText(text: string): Value
  toColumn(value: Value): Stored
  fromColumn(stored: Stored): Value
  /** How forms ask for it. */
  input: {
    label: string
    inputMode?: 'numeric' | 'decimal'
    isLong?: boolean
    /** What can be chosen, and how it is called. */
    choices?: Readonly<Record<string, string>>
    hint?: string
    text(value: Value): string
    /** What to say when somebody else has changed it meanwhile. */
    now(value: Value): string
  }
}

const asIs = <Value>(value: Value) => value

type TextOptions = { maxLength: number; isSearched?: boolean; isLong?: boolean; hint?: string }

export const text = <C extends Column>(
  label: string,
  column: C,
  { isLong = false, hint, ...options }: TextOptions & { mustBeVisible?: boolean },
): ProductField<string, C> => ({
  kind: 'text',
  label,
  column,
  ...options,
  problem(text) {
    if (!text || (options.mustBeVisible && !isVisible(text))) return `${label} is required`
    if (text.length > options.maxLength) return `${label} must be at most ${options.maxLength} characters`
    return undefined
  },
  fromText: asIs,
  toColumn: asIs,
  fromColumn: asIs<string>,
  input: {
    label,
    isLong,
    ...(hint && { hint }),
    text: asIs,
    now: (value) => (value ? `Now: ${value}` : 'Now empty'),
  },
})

export function optionalText<C extends Column>(label: string, column: C, options: TextOptions) {
  const field = text(label, column, options)
  const problem = (text: string) => (text ? field.problem(text) : undefined)
  return { ...field, problem, isOptional: true as const }
}

type Lines = {
  problem(text: string): string | undefined
  /** In the one spelling that is stored and compared. */
  normal(text: string): string
  hint: string
}

/** Several facts, one per line. */
export function lines<C extends Column>(label: string, column: C, { problem, normal, hint }: Lines) {
  const field = optionalText(label, column, { maxLength: 20_000, isLong: true })
  return {
    ...field,
    kind: 'lines' as const,
    problem: (text: string) => field.problem(text) ?? problem(text),
    fromText: normal,
    input: { ...field.input, hint },
  }
}

/** One of several; the first one where nothing is said. */
export function choiceField<Name extends string, C extends Column>(
  label: string,
  column: C,
  { choices, hint }: { choices: Readonly<Record<Name, string>>; hint: string },
) {
  const names = Object.keys(choices) as Name[]
  const field: ProductField<Name, C> & { isOptional: true } = {
    kind: 'choice',
    label,
    column,
    isOptional: true,
    maxLength: 60,
    problem: (text) =>
      text === '' || names.includes(text as Name) ? undefined : `${label} must be one of ${names.join(', ')}`,
    fromText: (text) => (text || names[0]!) as Name,
    toColumn: asIs,
    fromColumn: asIs<Name>,
    input: {
      label,
      hint,
      choices,
      text: (value) => (value === names[0] ? '' : value),
      now: (value) => `Now: ${choices[value]}`,
    },
  }
  return field
}

/** The id of a category, or nothing; whether there is such a category is known where it is saved. */
export function category<C extends Column>(label: string, column: C) {
  const field = optionalText(label, column, { maxLength: 60 })
  return {
    ...field,
    kind: 'category' as const,
    toColumn: (id: string) => id || null,
    fromColumn: (id: string | null) => id ?? '',
  }
}

export const pieces = <C extends Column>(
  label: string,
  column: C,
  { min }: { min: number },
): ProductField<number, C> => ({
  kind: 'pieces',
  label,
  column,
  problem: piecesProblem(label, min),
  fromText: Number,
  toColumn: asIs,
  fromColumn: asIs<number>,
  input: { label, inputMode: 'numeric', text: String, now: (value) => `Now ${value}` },
})

export const piecesProblem = (label: string, min: number) => (text: string) => {
  if (!text) return `${label} is required`
  if (!/^\d{1,10}$/.test(text)) return `${label} must be a whole number`
  if (Number(text) < min) return `${label} must be at least ${min}`
  if (Number(text) > mostPieces) return `${label} must be at most ${formatCount(mostPieces)}`
  return undefined
}

/** A whole number that need not be said; nothing is '' for people and clients, and null in the table. */
export const optionalNumber = <C extends Column>(
  label: string,
  column: C,
  { min = 0, hint }: { min?: number; hint?: string } = {},
): ProductField<number | '', C> & { isOptional: true } => ({
  kind: 'number',
  label,
  column,
  isOptional: true,
  problem: (text) => (text ? piecesProblem(label, min)(text) : undefined),
  fromText: (text) => (text ? Number(text) : ''),
  toColumn: (value) => (value === '' ? null : value),
  fromColumn: (stored) => (stored as number | null) ?? '',
  input: {
    label,
    inputMode: 'numeric',
    ...(hint && { hint }),
    text: String,
    now: (value) => (value === '' ? 'Now empty' : `Now ${value}`),
  },
})

const highestPrice = 1_000_000
/** Spreadsheets of many countries write a comma. */
const dollarsIn = (text: string) => Number(text.replace(',', '.'))

/** Dollars for people and clients, whole cents in the table. */
export const dollarsField = <C extends Column>(label: string, column: C): ProductField<number, C> => ({
  kind: 'dollars',
  label,
  column,
  problem(text) {
    if (!text) return `${label} is required`
    if (!/^\d+([.,]\d+)?$/.test(text) || exactCents(dollarsIn(text)) === undefined)
      return `${label} must be in dollars with at most two decimals`
    if (dollarsIn(text) > highestPrice) return `${label} must be at most ${formatCount(highestPrice)}`
    return undefined
  },
  fromText: (text) => toDollars(toCents(dollarsIn(text))),
  toColumn: toCents,
  fromColumn: toDollars,
  input: {
    label: `${label} in dollars`,
    inputMode: 'decimal',
    text: (amount) => amount.toFixed(2),
    now: (amount) => `Now ${formatDollarsAfter(amount)}`,
  },
})

/** An amount that need not be said; where nothing is, there is none. */
export function optionalDollars<C extends Column>(label: string, column: C, { hint }: { hint: string }) {
  const field = dollarsField(label, column)
  return {
    ...field,
    isOptional: true as const,
    problem: (text: string) => (text ? field.problem(text) : undefined),
    fromText: (text: string) => (text ? field.fromText(text) : 0),
    input: { ...field.input, hint, text: (amount: number) => (amount > 0 ? field.input.text(amount) : '') },
  }
}

export const picture = <C extends Column>(label: string, column: C): ProductField<string, C> => ({
  kind: 'picture',
  label,
  column,
  problem: (address) => (address ? pictureProblem(label, address) : `${label} is required`),
  fromText: asIs,
  toColumn: asIs,
  fromColumn: asIs<string>,
  input: { label, text: asIs, now: (address) => `Now: ${address}` },
})

/** Addresses, one per line. */
export function pictures<C extends Column>(label: string, column: C) {
  const field = optionalText(label, column, { maxLength: 20_000 })
  return {
    ...field,
    kind: 'pictures' as const,
    problem: (text: string) => field.problem(text) ?? morePicturesProblem(label, text),
    fromText: (text: string) => [...new Set(picturesIn(text))].join('\n'),
  }
}
