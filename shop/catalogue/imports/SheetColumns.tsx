import { useId } from 'react'
import { Field, SelectField } from '~/platform/ui/Field.tsx'
import type { SheetLook } from '../csv/import-contract.ts'
import { attributeColumn, longestSupplier, repeatableColumns, sheetColumns } from '../csv/sheet-columns.ts'
import { ColumnList } from './ColumnList.tsx'

export type SheetDraft = { columns: string[]; decimalMark: ',' | '.'; supplier: string }

type Props = {
  look: SheetLook
  draft: SheetDraft
  isBusy: boolean
  onChange: (draft: SheetDraft) => void
  onLook: () => void
}

/** The columns of a file with some of their values, and what each is here. */
export function SheetColumns({ look, draft, isBusy, onChange, onLook }: Props) {
  const id = useId()
  const problem = problemOf(draft.columns)
  const choose = (n: number, is: string) =>
    onChange({ ...draft, columns: draft.columns.map((old, m) => (m === n ? is : old)) })
  /** Whose files are known needs no question. */
  function name(supplier: string) {
    const known = look.suppliers.find((one) => one.name.toLowerCase() === supplier.trim().toLowerCase())
    const answers = known?.columns.map((is, n) => is || (known.isSame ? '' : draft.columns[n]!))
    onChange(
      answers ? { columns: answers, decimalMark: known!.decimalMark, supplier } : { ...draft, supplier },
    )
  }
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-[22px]">
        What are these columns?
      </h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="Supplier"
          className="input"
          list={`${id}-suppliers`}
          autoComplete="off"
          maxLength={longestSupplier}
          value={draft.supplier}
          onChange={({ target }) => name(target.value)}
          hint="Under this name the shop remembers your answers for the next file."
        />
        <datalist id={`${id}-suppliers`}>
          {look.suppliers.map((supplier) => (
            <option key={supplier.name} value={supplier.name} />
          ))}
        </datalist>
        <SelectField
          label="Numbers are written as"
          className="input"
          value={draft.decimalMark}
          onChange={({ target }) => onChange({ ...draft, decimalMark: target.value as ',' | '.' })}
        >
          <option value=",">1.234,56</option>
          <option value=".">1,234.56</option>
        </SelectField>
      </div>
      <ColumnList columns={look.columns} chosen={draft.columns} onChoose={choose}>
        {sheetColumns.map((column) => (
          <option key={column.name} value={column.name}>
            {column.label}
          </option>
        ))}
        {look.attributes.length > 0 && (
          <optgroup label="Attributes">
            {look.attributes.map((attribute) => (
              <option key={attribute} value={attributeColumn(attribute)}>
                {attribute}
              </option>
            ))}
          </optgroup>
        )}
      </ColumnList>
      <div className="grid gap-2">
        {problem && <p className="field-error">{problem}</p>}
        <button
          type="button"
          className="btn btn-main justify-self-start"
          disabled={isBusy || problem !== undefined}
          onClick={onLook}
        >
          {isBusy ? 'Looking at it…' : 'See what it would change'}
        </button>
      </div>
    </section>
  )
}

/** What stands in the way of reading the file so. */
function problemOf(columns: string[]) {
  const named = columns.filter(Boolean)
  if (!named.some((name) => name === 'own' || name === '_id' || name === 'productName'))
    return 'Say which column has the part number or the name: parts are found by it.'
  const twice = named.find((name, n) => named.indexOf(name) !== n && !repeatableColumns.has(name))
  if (twice === undefined) return undefined
  const label = sheetColumns.find(({ name }) => name === twice)?.label ?? twice
  return `Two columns are “${label}”: only one can be.`
}
