import { TextField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { useForm } from '~/platform/ui/use-form.ts'

type Props = {
  label: string
  who: string
  text: string
  maxLength: number
  hint: string
  save: string
  /** An empty one takes back what stood there. */
  missing?: string
  send: (text: string) => Promise<void>
  onCancel?: () => void
}

/** The shop's words below somebody else's. What is typed stays when it cannot be saved. */
export function ReplyForm({ label, who, text, maxLength, hint, save, missing, send, onCancel }: Props) {
  const { form, errors, problem, isSending } = useForm({
    fields: {
      words: (typed) =>
        typed.length > maxLength ? `At most ${maxLength} characters` : typed.trim() ? undefined : missing,
    },
    send: ({ words }) => send(words.trim()),
  })
  return (
    <form {...form} className="grid gap-3" aria-label={`${label} to ${who}`}>
      <TextField
        label={label}
        name="words"
        rows={3}
        defaultValue={text}
        maxLength={maxLength}
        hint={hint}
        error={errors.words}
      />
      <FormError text={problem} />
      <p className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-main btn-small" aria-disabled={isSending}>
          {isSending ? 'Saving…' : save}
          <span className="sr-only"> to {who}</span>
        </button>
        {onCancel && (
          <button type="button" className="btn btn-quiet btn-small" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}
