import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useId } from 'react'
import { RemoveRow, RowProblem, RowsField, useRows } from '~/platform/ui/RowsField.tsx'
import type { PartNumber } from './number-lines.ts'
import {
  formatNumbers,
  kindWords,
  lineKey,
  mostNumbers,
  needsMaker,
  numberProblem,
  pastedNumbers,
  readNumbers,
} from './number-lines.ts'

type Props = { label: string; name: string; defaultValue?: string; error?: string | undefined; hint?: string }
type Row = PartNumber

const empty: Row = { kind: 'own', maker: '', number: '' }
const isFilled = ({ maker, number }: Row) => maker.trim() !== '' || number.trim() !== ''

/** Without what does not belong to its kind. */
const tidy = ({ kind, maker, number }: Row): PartNumber => ({
  kind,
  maker: needsMaker(kind) ? maker.trim().replace(/\s+/g, ' ') : '',
  number: number.trim().replace(/\s+/g, ' '),
})

/** The numbers of a part, each with its kind; what is pasted with several lines becomes several rows. */
export function NumberRows({ defaultValue = '', ...field }: Props) {
  const id = useId()
  const all = useRows<Row>(() => {
    const numbers = readNumbers(defaultValue)
    return numbers.length > 0 ? numbers : [empty]
  })
  const { rows, change, put, remove, leaving } = all
  // As a file brought them: whose they are may be said later.
  const stored = new Set(defaultValue.split('\n'))
  const filled = rows.filter(isFilled)
  const keyOf = (row: Row) => lineKey(tidy(row))
  function problemOf(row: Row) {
    if (!isFilled(row)) return undefined
    const number = tidy(row)
    if (!number.number) return 'Give the number, or remove the row'
    const mayBeNobodys = stored.has(formatNumbers([number]))
    if (needsMaker(row.kind) && !number.maker && !mayBeNobodys) return 'Say whose number it is'
    const problem = numberProblem(number, { mayBeNobodys })
    if (problem) return problem[0]!.toUpperCase() + problem.slice(1)
    const isFirst = filled.find((one) => keyOf(one) === keyOf(row)) === row
    return isFirst ? undefined : 'This number is there twice'
  }
  /** Also what is typed with a semicolon: that ends a number in files, too. */
  function type(row: (typeof rows)[number], n: number, text: string) {
    if (!/[\n;\t]/.test(text)) return change(row.key, { number: text })
    const pasted = pastedNumbers(text, row).slice(0, mostNumbers)
    if (pasted.length > 0) put(pasted, n, 1)
  }
  return (
    <RowsField
      {...field}
      error={field.error}
      value={formatNumbers(filled.map(tidy))}
      of={all}
      problemOf={problemOf}
      add="Add a number"
      onAdd={() => put([{ ...empty, kind: rows.at(-1)?.kind ?? 'own' }])}
    >
      {(problemIn) => (
        <ol className="grid gap-3 sm:gap-2">
          {rows.map((row, n) => {
            const problem = problemIn(row)
            const described = problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-${row.key}` } : {}
            const isMakerWrong = problem !== undefined && needsMaker(row.kind) && !row.maker.trim()
            const common = {
              name: field.name,
              className: 'input',
              autoComplete: 'off',
              onKeyDown(event: KeyboardEvent) {
                if (event.key !== 'Enter') return
                // Not the end of the form: the next number.
                event.preventDefault()
                put([{ kind: row.kind, maker: row.maker, number: '' }], n + 1)
              },
              onPaste(event: ClipboardEvent) {
                const text = event.clipboardData.getData('text').trim()
                if (!/[\n;\t]/.test(text)) return
                event.preventDefault()
                type(row, n, text)
              },
            }
            return (
              <li key={row.key} className="number-row" {...leaving(row)}>
                <select
                  aria-label={`Kind of number ${n + 1}`}
                  className="input"
                  value={row.kind}
                  onChange={({ target }) => change(row.key, { kind: target.value as Row['kind'] })}
                >
                  {Object.entries(kindWords).map(([kind, word]) => (
                    <option key={kind} value={kind}>
                      {word}
                    </option>
                  ))}
                </select>
                {needsMaker(row.kind) && (
                  <input
                    {...common}
                    aria-label={`Brand of number ${n + 1}`}
                    placeholder="Brand"
                    value={row.maker}
                    onChange={({ target }) => change(row.key, { maker: target.value.replace(/[:;]/g, '') })}
                    {...(isMakerWrong && described)}
                  />
                )}
                <input
                  {...common}
                  aria-label={`Number ${n + 1}`}
                  placeholder="Number"
                  value={row.number}
                  onChange={({ target }) => type(row, n, target.value)}
                  {...(!isMakerWrong && described)}
                />
                <RemoveRow of={`number ${n + 1}`} onClick={() => remove(n)} />
                <RowProblem id={`${id}-${row.key}`} text={problem} />
              </li>
            )
          })}
        </ol>
      )}
    </RowsField>
  )
}
