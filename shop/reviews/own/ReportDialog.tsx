import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { SelectField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { ownReviewRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { HideReason } from '../rules.ts'
import { hideReasons } from '../rules.ts'

/** The reasons are those for which the shop hides a review. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { form, errors, problem, isSending } = useForm({
    fields: { reason: (typed) => (typed ? undefined : 'Choose a reason') },
    async send({ reason }) {
      await authApi(ownReviewRoutes.reportReview, { params: { id }, body: { reason: reason as HideReason } })
      toast('success', 'Thank you. We look at this review.')
      onClose()
    },
  })
  return (
    <WideDialog title="Report this review" onClose={onClose}>
      <form {...form} className="grid gap-4" aria-label="Report">
        <SelectField label="What is wrong with it?" name="reason" defaultValue="" error={errors.reason}>
          <option value="">Choose a reason</option>
          {Object.entries(hideReasons).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        <FormError text={problem} />
        <button type="submit" className="btn btn-main justify-self-start" aria-disabled={isSending}>
          {isSending ? 'Sending…' : 'Report'}
        </button>
      </form>
    </WideDialog>
  )
}
