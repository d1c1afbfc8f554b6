import type { FocusEvent, ReactNode, RefObject } from 'react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from './Icon.tsx'

type Keyed<Row> = Row & { key: number; wasLeft?: boolean }

let lastKey = 0
export const keyed = <Row extends object>(row: Row): Keyed<Row> => ({ ...row, key: ++lastKey })

/** Rows that are added and removed while one types: a new one takes the focus, one that goes leaves it to the next. */
export function useRows<Row extends object>(first: () => Row[]) {
  const [rows, setRows] = useState<Keyed<Row>[]>(() => first().map(keyed))
  const box = useRef<HTMLFieldSetElement>(null)
  const rowAt = (n: number) => box.current?.querySelectorAll<HTMLElement>('[data-row]')[n]
  const change = (key: number, changed: Partial<Keyed<Row>>) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...changed } : row)))

  return {
    box,
    rows,
    setRows,
    change,
    /** Behind all, or in the place of one. */
    put(added: Row[], place = rows.length, instead = 0) {
      flushSync(() => setRows((now) => now.toSpliced(place, instead, ...added.map(keyed))))
      const inputs = [...(rowAt(place + added.length - 1)?.querySelectorAll('input') ?? [])]
      ;(inputs.find(({ value }) => !value) ?? inputs.at(-1))?.focus()
    },
    remove(place: number) {
      flushSync(() => setRows((now) => now.toSpliced(place, 1)))
      const next = rowAt(Math.min(place, rows.length - 2))?.querySelector<HTMLElement>('[data-remove]')
      ;(next ?? box.current?.querySelector<HTMLElement>('[data-add]'))?.focus()
    },
    /** For each row: what is wrong with it is said when it was left, not while one types. */
    leaving: ({ key, wasLeft }: Keyed<Row>) => ({
      'data-row': '',
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (wasLeft || currentTarget.contains(relatedTarget)) return
        const say = () => change(key, { wasLeft: true } as Partial<Keyed<Row>>)
        // Said while a button is being pressed, it would move that button away from under the pointer.
        if (document.querySelector(':active')) addEventListener('click', say, { once: true })
        else say()
      },
    }),
  }
}

type Props<Row> = {
  label: string
  name: string
  /** All rows as the text that the form sends. */
  value: string
  error: string | undefined
  hint?: string | undefined
  of: { box: RefObject<HTMLFieldSetElement | null>; rows: Row[] }
  problemOf: (row: Row) => string | undefined
  /** What the button says that adds one, and what it does. */
  add: string
  onAdd: () => void
  children: (problem: (row: Row) => string | undefined) => ReactNode
}

/** A field whose value is a text with a line for each row. */
export function RowsField<Row extends { wasLeft?: boolean }>({
  label,
  name,
  value,
  error,
  hint,
  of: { box, rows },
  problemOf,
  add,
  onAdd,
  children,
}: Props<Row>) {
  const id = useId()
  // Once the form was refused, every row says what is wrong with it until that is mended.
  const [wasRefused, setWasRefused] = useState(false)
  if (error && !wasRefused) setWasRefused(true)
  const shown = (row: Row) => (wasRefused || row.wasLeft ? problemOf(row) : undefined)
  const isSaidByRows = rows.some(shown)
  return (
    <fieldset ref={box} className="grid gap-3" aria-describedby={`${id}-notes`}>
      <legend className="mb-2 text-[18px] font-semibold">{label}</legend>
      <input type="hidden" name={name} value={value} />
      {children(shown)}
      <button type="button" data-add className="btn btn-quiet btn-small justify-self-start" onClick={onAdd}>
        <Icon name="plus" />
        {add}
      </button>
      <div id={`${id}-notes`} className="grid gap-1">
        {hint && <p className="field-hint">{hint}</p>}
        {error && !isSaidByRows && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

/** What is wrong with a row, below it. */
export const RowProblem = ({
  id,
  text,
  children,
}: {
  id: string
  text: string | undefined
  children?: ReactNode
}) =>
  text && (
    <p id={id} className="field-error col-span-full flex flex-wrap items-center gap-x-3" role="alert">
      {text}
      {children}
    </p>
  )

type RemoveProps = { of: string; onClick: () => void }

export const RemoveRow = ({ of, onClick }: RemoveProps) => (
  <button type="button" data-remove className="icon-button" aria-label={`Remove ${of}`} onClick={onClick}>
    <Icon name="close" />
  </button>
)
