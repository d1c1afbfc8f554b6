import { call } from '~/platform/call.ts'
import { Problem } from '~/platform/ui/Problem.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { CodeField } from './AccountFields.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { identityUrls } from './identity-urls.ts'
import { MailboxHint } from './MailboxHint.tsx'
import { codeProblem } from './rules.ts'
import { enterWithWelcome } from './welcome.ts'

type Props = { page: string; onGiveUp: () => void }

/** The second step of a log-in: the code that was sent to the enrolled phone. */
export const CodeStep = ({ page, onGiveUp }: Props) => (
  <AccountPanel page={page} heading="One more step" lead="We sent a code to your phone.">
    <CodeForm onGiveUp={onGiveUp} />
    <MailboxHint isAside />
  </AccountPanel>
)

function CodeForm({ onGiveUp }: Pick<Props, 'onGiveUp'>) {
  const { form, errors, problem, isSending } = useForm({
    fields: { code: codeProblem },
    async send({ code }) {
      await call('POST', identityUrls.provider.checkCode(), { body: { code: code.trim() } })
      await enterWithWelcome()
    },
  })
  async function sendAgain() {
    try {
      await call('POST', identityUrls.provider.sendCode(), { body: {} })
      toast('success', 'A new code is on its way.')
    } catch (error) {
      toast('error', (error as Error).message)
    }
  }
  return (
    <form {...form} className="grid gap-5">
      <CodeField error={errors.code} hint="6 digits, valid for 5 minutes." isFirst />
      <button type="submit" className="btn btn-main" aria-disabled={isSending}>
        {isSending ? 'Checking…' : 'Login'}
      </button>
      <Problem text={problem} />
      <p className="flex flex-wrap justify-between gap-3 text-sm">
        <button type="button" className="text-link" onClick={() => void sendAgain()}>
          Send a new code
        </button>
        <button type="button" className="text-link" onClick={onGiveUp}>
          Back to login
        </button>
      </p>
    </form>
  )
}
