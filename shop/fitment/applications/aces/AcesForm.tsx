import { useState } from 'react'
import { Link } from 'react-router'
import { Field } from '~/platform/ui/Field.tsx'
import { longestSupplier } from '~/shop/catalogue/csv/sheet-columns.ts'
import { urls } from '~/shop/urls.ts'
import { longestCell } from '../application.ts'

type Said = { supplier: string; brand: string }
type Props = { suppliers: string[]; isBusy: boolean; onSend: (said: Said) => void }

/** What an ACES file does not say: who has sent it, and what its brand is called here. */
export function AcesForm({ suppliers, isBusy, onSend }: Props) {
  const [said, setSaid] = useState<Said>({ supplier: '', brand: '' })
  const isNamed = said.supplier.trim() !== ''
  return (
    <section className="grid grid-cols-1 gap-5" aria-labelledby="aces">
      <h2 id="aces" className="text-[22px]">
        An ACES file
      </h2>
      <p className="text-muted">
        It names cars by numbers. What these mean is read from the{' '}
        <Link to={urls.vehicles('tables')} className="text-link">
          vehicle tables
        </Link>
        ; a number that is not in them stays open.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="Supplier"
          className="input"
          list="suppliers"
          autoComplete="off"
          maxLength={longestSupplier}
          value={said.supplier}
          onChange={({ target }) => setSaid({ ...said, supplier: target.value })}
          hint="The next file of the same one replaces this one, part by part."
        />
        <datalist id="suppliers">
          {suppliers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          label="Brand of the parts"
          className="input"
          maxLength={longestCell}
          value={said.brand}
          onChange={({ target }) => setSaid({ ...said, brand: target.value })}
          hint="The file has a code for it; empty, their numbers alone decide."
        />
      </div>
      <div className="grid gap-2">
        {!isNamed && <p className="field-error">Say who has sent the file.</p>}
        <button
          type="button"
          className="btn btn-main justify-self-start"
          disabled={isBusy || !isNamed}
          onClick={() => onSend(said)}
        >
          {isBusy ? 'Sending…' : 'See what it would change'}
        </button>
      </div>
    </section>
  )
}
