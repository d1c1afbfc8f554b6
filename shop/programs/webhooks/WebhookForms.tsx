import { useState } from 'react'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { FormError, SaveForm } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { webhooksRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { ShownOnce } from '../ShownOnce.tsx'
import type { NewWebhook, Webhook } from './contract.ts'
import type { WebhookEvent } from './rules.ts'
import { eventNames, longestAddress, toldEvents } from './rules.ts'

type Close = { onClose: (hasChanged: boolean) => void }

/** First the form, then in its place the secret, which is shown this once. */
export function NewWebhookForm({ onClose }: Close) {
  const [secret, setSecret] = useState<string>()
  if (secret) return <SecretDialog secret={secret} onClose={() => onClose(true)} />
  return (
    <WideDialog title="Add a webhook" onClose={() => onClose(false)}>
      <WebhookFields
        save="Add the webhook"
        events={eventNames}
        onSave={async (body) => setSecret((await authApi(webhooksRoutes.addWebhook, { body })).secret)}
      />
    </WideDialog>
  )
}

export const EditWebhookForm = ({ webhook, onClose }: Close & { webhook: Webhook }) => (
  <WideDialog title="Change the webhook" onClose={() => onClose(false)}>
    <WebhookFields
      save="Save webhook"
      address={webhook.address}
      events={webhook.events}
      onSave={async (body) => {
        await authApi(webhooksRoutes.changeWebhook, { params: { id: webhook._id }, body })
        toast('success', 'The webhook is saved')
        onClose(true)
      }}
    />
  </WideDialog>
)

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <WideDialog title="The secret of the webhook" onClose={onClose}>
    <ShownOnce label="Secret" secret={secret} onDone={onClose}>
      By it the receiver knows that it is this shop that tells it something.
    </ShownOnce>
  </WideDialog>
)

type FieldsProps = {
  save: string
  address?: string
  events: readonly WebhookEvent[]
  onSave: (body: NewWebhook) => Promise<void>
}

function WebhookFields({ save, address, events, onSave }: FieldsProps) {
  const form = useForm({
    fields: {
      address: (typed) => (typed.trim() ? undefined : 'Which address?'),
      events: (typed) => (typed ? undefined : 'Choose at least one'),
    },
    send: (typed, element) =>
      onSave({
        address: typed.address.trim(),
        events: new FormData(element).getAll('events').map(String) as WebhookEvent[],
      }),
  })
  return (
    <SaveForm of={form} save={save}>
      <Field
        label="Address"
        name="address"
        inputMode="url"
        required
        maxLength={longestAddress}
        autoComplete="off"
        placeholder="https://"
        defaultValue={address}
        error={form.errors.address}
        hint="On the public web, with https. No redirect is followed."
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">It is told when</legend>
        {eventNames.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={events.includes(event)}
              className="size-5 flex-none accent-accent"
            />
            <span>
              {toldEvents[event]} <code className="text-[13px] text-muted">{event}</code>
            </span>
          </label>
        ))}
        <FormError text={form.errors.events} />
      </fieldset>
    </SaveForm>
  )
}
