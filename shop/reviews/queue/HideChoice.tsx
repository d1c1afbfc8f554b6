import { SelectField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'
import type { HideReason } from '../rules.ts'
import { hideReasons } from '../rules.ts'

type Props = { who: string; hide: (reason: HideReason) => Promise<void>; onCancel: () => void }

/** Only for one of these, and none is that it is bad for the shop. */
export function HideChoice({ who, hide, onCancel }: Props) {
  const { form, errors, problem, isSending } = useForm({
    fields: { reason: (typed) => (typed ? undefined : 'Choose a reason') },
    send: ({ reason }) => hide(reason as HideReason),
  })
  return (
    <form
      {...form}
      className="grid gap-3 rounded-control bg-sunken p-4"
      aria-label={`Hide what ${who} wrote`}
    >
      <SelectField
        label="Why is it hidden?"
        name="reason"
        defaultValue=""
        error={errors.reason}
        hint="Its author is mailed the reason. A bad opinion is none."
      >
        <option value="">Choose a reason</option>
        {Object.entries(hideReasons).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      <FormError text={problem} />
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-danger btn-small" aria-disabled={isSending}>
          {isSending ? 'Hiding…' : 'Hide it'}
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onCancel}>
          Leave it
        </button>
      </p>
    </form>
  )
}
