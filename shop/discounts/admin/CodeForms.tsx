import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Field, SelectField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { manageDiscountsRoutes } from '~/shop/admin-routes.ts'
import type { Category } from '~/shop/catalogue/categories/contract.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { newCodeProblem } from '../rules.ts'
import type { CodeScope } from './CodePartsFields.tsx'
import { CodePartsFields } from './CodePartsFields.tsx'
import type { DiscountCode } from './contract.ts'

type Close = { onClose: (hasChanged: boolean) => void }

const number = (words: string) => (typed: string) =>
  typed.trim() && !/^\d{1,7}(\.\d{1,2})?$/.test(typed.trim()) ? words : undefined
const whole = (typed: string) =>
  typed.trim() && !/^[1-9]\d{0,5}$/.test(typed.trim()) ? 'A whole number from 1 on, or nothing' : undefined
const fine = () => undefined
const countIn = (typed: string) => (typed.trim() ? Number(typed) : undefined)

/** 49 bits, in letters that nobody takes for each other. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const drawCode = () =>
  [...crypto.getRandomValues(new Uint32Array(10))].map((n) => letters[n % letters.length]).join('')

export const NewCodeForm = ({ categories, onClose }: Close & { categories: Category[] }) => (
  <WideDialog title="Make a code" onClose={() => onClose(false)}>
    <NewCode categories={categories} onSaved={() => onClose(true)} />
  </WideDialog>
)

function NewCode({ categories, onSaved }: { categories: Category[]; onSaved: () => void }) {
  const [code, setCode] = useState('')
  const [kind, setKind] = useState('percent')
  const [scope, setScope] = useState<CodeScope>({ is: 'all', parts: [] })
  const form = useForm({
    fields: {
      code: (typed) => newCodeProblem(typed.trim()),
      kind: fine,
      value: (typed) =>
        typed.trim() ? number('A number with at most two decimals')(typed) : 'How much does it take off?',
      minimum: number('An amount in dollars and cents'),
      // Without one it would be for all parts.
      category: (typed) => (scope.is === 'categories' && !typed ? 'Choose a category' : undefined),
      products: () => (scope.is === 'parts' && scope.parts.length === 0 ? 'Choose a part' : undefined),
      customers: fine,
      mostUses: whole,
      mostPerPerson: whole,
      startsOn: fine,
      endsOn: fine,
    },
    async send(typed, element) {
      const chosen = new FormData(element).getAll('category').map(String)
      await authApi(manageDiscountsRoutes.addDiscount, {
        body: {
          code: typed.code.trim(),
          kind: typed.kind === 'amount' ? 'amount' : 'percent',
          value: Number(typed.value),
          minimum: Number(typed.minimum || 0),
          categories: scope.is === 'categories' ? chosen : [],
          products: scope.is === 'parts' ? scope.parts.map(({ _id }) => _id) : [],
          customers: typed.customers === 'first_purchase' ? 'first_purchase' : 'all',
          mostUses: countIn(typed.mostUses),
          mostPerPerson: countIn(typed.mostPerPerson),
          ...(typed.startsOn && { startsOn: typed.startsOn }),
          ...(typed.endsOn && { endsOn: typed.endsOn }),
        },
      })
      toast('success', `${typed.code.trim().toUpperCase()} can be used`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Make the code">
      <div className="grid grid-cols-[1fr_auto] items-start gap-2">
        <Field
          label="Code"
          name="code"
          required
          maxLength={40}
          autoComplete="off"
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={form.errors.code}
          hint="What it promises cannot be changed later. A word like SUMMER10 is for everybody who hears of it."
        />
        <button
          type="button"
          className="btn btn-quiet btn-small mt-6.5 min-h-11"
          onClick={() => setCode(drawCode())}
        >
          Draw one
        </button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Takes off"
          name="kind"
          className="input"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="percent">a percentage</option>
          <option value="amount">an amount in dollars</option>
        </SelectField>
        <Field
          label={kind === 'percent' ? 'Percent' : 'Dollars'}
          name="value"
          inputMode="decimal"
          required
          error={form.errors.value}
        />
        <Field
          label="From a purchase of, in dollars"
          name="minimum"
          inputMode="decimal"
          error={form.errors.minimum}
          hint="Of the parts that it is for, before the discount."
        />
        <SelectField label="Customers" name="customers" className="input">
          <option value="all">all</option>
          <option value="first_purchase">first purchase only</option>
        </SelectField>
        <Field
          label="Uses in all"
          name="mostUses"
          inputMode="numeric"
          error={form.errors.mostUses}
          hint="Nothing for any number."
        />
        <Field
          label="Uses for each customer"
          name="mostPerPerson"
          inputMode="numeric"
          error={form.errors.mostPerPerson}
          hint="Needed where parts can be free; they are brought for nothing, too."
        />
        <Field
          label="First day"
          name="startsOn"
          type="date"
          error={form.errors.startsOn}
          hint="Now, without one."
        />
        <Field
          label="Last day"
          name="endsOn"
          type="date"
          error={form.errors.endsOn}
          hint="Days are those of UTC."
        />
      </div>
      <CodePartsFields scope={scope} onChange={setScope} categories={categories} errors={form.errors} />
    </SaveForm>
  )
}

export const ChangeCodeForm = ({ code, onClose }: Close & { code: DiscountCode }) => (
  <WideDialog title={code.code} onClose={() => onClose(false)}>
    <ChangeCode code={code} onSaved={() => onClose(true)} />
  </WideDialog>
)

function ChangeCode({ code, onSaved }: { code: DiscountCode; onSaved: () => void }) {
  const lastDay = code.endsAt && new Date(Date.parse(code.endsAt) - 1).toISOString().slice(0, 10)
  const form = useForm({
    fields: { endsOn: fine, mostUses: whole },
    async send(typed) {
      const mostUses = countIn(typed.mostUses)
      await authApi(manageDiscountsRoutes.changeDiscount, {
        params: { id: code._id },
        body: { version: code.version, endsOn: typed.endsOn || null, ...(mostUses && { mostUses }) },
      })
      toast('success', `${code.code} saved`)
      onSaved()
    },
  })
  return (
    <SaveForm of={form} save="Save code">
      <Field label="Last day" name="endsOn" type="date" defaultValue={lastDay} error={form.errors.endsOn} />
      {code.mostUses !== undefined && (
        <Field
          label="Uses in all"
          name="mostUses"
          inputMode="numeric"
          defaultValue={code.mostUses}
          error={form.errors.mostUses}
          hint={`Used ${code.uses} times.`}
        />
      )}
    </SaveForm>
  )
}
