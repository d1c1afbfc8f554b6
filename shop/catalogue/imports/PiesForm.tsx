import { useId, useState } from 'react'
import { formatCount } from '~/platform/figures.ts'
import { ChoiceField, Field, SelectField } from '~/platform/ui/Field.tsx'
import type { SheetLook } from '../csv/import-contract.ts'
import { longestSupplier } from '../csv/sheet-columns.ts'
import { CategoryOptions, useCategories } from '../fields/ProductInputs.tsx'
import type { PiesRule } from '../pies/contract.ts'
import type { DepositChoice, PriceChoice } from '../pies/rule.ts'
import { depositChoices, isFactor, longestBrand, priceChoices } from '../pies/rule.ts'
import type { PiesScan } from './scan-pies.ts'

type Props = {
  scan: PiesScan
  suppliers: SheetLook['suppliers']
  isBusy: boolean
  onLook: (rule: PiesRule, supplier: string) => void
}

/** What a file of a maker is, and what is to be taken from it. */
export function PiesForm({ scan, suppliers, isBusy, onLook }: Props) {
  const id = useId()
  const categories = useCategories()
  const known = suppliers.find(({ pies }) => scan.brands.some(({ code }) => pies?.brands[code]))
  const [supplier, setSupplier] = useState(known?.name ?? scan.brands[0]?.name ?? '')
  const [rule, setRule] = useState(ruleFor(scan, known?.pies))
  const change = (part: Partial<PiesRule>) => setRule({ ...rule, ...part })
  /** Whose files are known needs no question. */
  function name(typed: string) {
    setSupplier(typed)
    const theirs = suppliers.find((one) => one.name.toLowerCase() === typed.trim().toLowerCase())?.pies
    if (theirs) setRule(ruleFor(scan, theirs))
  }
  const problem = scan.brands.every(({ code }) => rule.brands[code]?.trim())
    ? rule.price && !isFactor(rule.factor)
      ? 'The factor is a number like 1.35'
      : undefined
    : 'Say what each brand is called'
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby={`${id}-title`}>
      <header className="grid gap-1">
        <h2 id={`${id}-title`} className="text-[22px]">
          A PIES file of a maker
        </h2>
        <p className="text-muted">
          {scan.isUpdate ? 'It has what has changed.' : 'It has all parts.'} New parts are added; of parts
          that are here what was changed by hand stays. It is checked and imported in the background while
          customers go on buying.
        </p>
      </header>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="Supplier"
          className="input"
          list={`${id}-suppliers`}
          autoComplete="off"
          maxLength={longestSupplier}
          value={supplier}
          onChange={({ target }) => name(target.value)}
          hint="Under this name the shop remembers your answers for the next file."
        />
        <datalist id={`${id}-suppliers`}>
          {suppliers.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        {scan.brands.map(({ code }) => (
          <Field
            key={code}
            label={`What the brand ${code} is called here`}
            className="input"
            maxLength={longestBrand}
            value={rule.brands[code] ?? ''}
            onChange={({ target }) => change({ brands: { ...rule.brands, [code]: target.value } })}
            hint="As the parts have it that are here already."
          />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Prices"
          className="input"
          choices={priceChoices}
          value={rule.price}
          onChange={({ target }) => change({ price: target.value as PriceChoice })}
          hint="In US dollars, for one piece, holding today. Parts without a price wait as Hidden."
        />
        <ChoiceField
          label="Deposit for the old part"
          className="input"
          choices={depositChoices}
          value={rule.deposit}
          onChange={({ target }) => change({ deposit: target.value as DepositChoice })}
          hint="Makers have several core prices; take the one that you pay yourself."
        />
        {rule.price && (
          <>
            <Field
              label="Times"
              className="input"
              inputMode="decimal"
              value={rule.factor}
              onChange={({ target }) => change({ factor: target.value.replace(',', '.') })}
              hint="1.35 makes 13.50 of a price of 10.00."
            />
            <label className="flex items-center gap-2 self-center">
              <input
                type="checkbox"
                className="size-5 flex-none accent-accent"
                checked={rule.endsIn99}
                onChange={({ target }) => change({ endsIn99: target.checked })}
              />
              Up to the next price that ends in .99
            </label>
          </>
        )}
      </div>
      {scan.kinds.length > 0 && (
        <fieldset className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <legend className="pb-2 font-medium">Categories of its kinds of part</legend>
          {scan.kinds.map(({ number, parts, example }) => (
            <SelectField
              key={number}
              label={`${example || `Kind ${number}`}${parts > 1 ? ` and ${formatCount(parts - 1)} more` : ''}`}
              className="input"
              value={rule.categories[number] ?? ''}
              onChange={({ target }) =>
                change({ categories: { ...rule.categories, [number]: target.value } })
              }
            >
              <CategoryOptions categories={categories} value={rule.categories[number] ?? ''} />
            </SelectField>
          ))}
        </fieldset>
      )}
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-0.5 size-5 flex-none accent-accent"
          checked={rule.replacesAll}
          onChange={({ target }) => change({ replacesAll: target.checked })}
        />
        Replace what was changed here, too, this once
      </label>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="btn btn-main justify-self-start"
        disabled={isBusy || problem !== undefined}
        onClick={() => onLook(rule, supplier.trim())}
      >
        See what it would change
      </button>
    </section>
  )
}

/** Nobody's prices are taken unasked. */
const firstRule: PiesRule = {
  ...{ brands: {}, categories: {} },
  ...{ price: '', factor: '1', endsIn99: false, deposit: '', replacesAll: false },
}

/** As it was answered for the last file; the file itself says what a brand is called that is new. */
const ruleFor = ({ brands }: PiesScan, known: PiesRule = firstRule): PiesRule => ({
  ...known,
  brands: { ...Object.fromEntries(brands.map(({ code, name }) => [code, name])), ...known.brands },
})
