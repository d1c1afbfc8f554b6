import { useRef, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { UnsavedChanges } from '~/platform/dialogs/UnsavedChanges.tsx'
import { Field } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { issuesRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { longestText } from '~/shop/texts/pages.ts'
import type { Theirs } from '~/shop/texts/TextEditor.tsx'
import { TextConflict, TextEditor } from '~/shop/texts/TextEditor.tsx'
import { urls } from '~/shop/urls.ts'
import type { EditedNewsletter, WrittenNewsletter } from './contract.ts'
import { MailText } from './MailText.tsx'
import { longestSubject } from './rules.ts'
import { SendNewsletter } from './SendNewsletter.tsx'

export function WriteNewsletter({ newsletter }: { newsletter: EditedNewsletter }) {
  const { _id: id } = newsletter
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [subject, setSubject] = useState(newsletter.subject)
  const [text, setText] = useState(newsletter.markdown)
  const [theirs, setTheirs] = useState<Theirs & { subject: string }>()
  const [seen, setSeen] = useState(newsletter.version)
  const saved = useRef({ subject: newsletter.subject, markdown: newsletter.markdown })
  const isChanged = () => subject !== saved.current.subject || text !== saved.current.markdown
  const form = useForm({
    fields: {
      subject: (typed: string) => (typed.trim() ? undefined : 'Subject is required'),
      markdown: (typed: string) => (typed.trim() ? undefined : 'Text is required'),
    },
    async send(written) {
      try {
        const answer = await save(id, written, seen)
        saved.current = { subject, markdown: text }
        setTheirs(undefined)
        toast('success', 'Newsletter saved')
        if ('insertedId' in answer)
          return void (await navigate(urls.editNewsletter(answer.insertedId), { replace: true }))
        setSeen(answer.version)
      } catch (error) {
        if (error instanceof ApiError && error.body.theirs) setTheirs(error.body.theirs as typeof theirs)
        throw error
      }
      await revalidate()
    },
  })
  const heading = id ? 'Edit the newsletter' : 'New newsletter'
  return (
    <div className="grid max-w-3xl gap-5">
      <Title page={heading} />
      <UnsavedChanges isChanged={isChanged} />
      <Link to={urls.newsletters()} className="text-link justify-self-start">
        All newsletters
      </Link>
      <h1 className="text-[28px] sm:text-[36px]">{heading}</h1>
      <SaveForm of={form} save="Save newsletter" className="panel p-5 shadow-none sm:p-8">
        <Field
          label="Subject"
          name="subject"
          maxLength={longestSubject}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
          error={form.errors.subject}
        />
        <TextEditor
          label="Text"
          text={text}
          onText={setText}
          maxLength={longestText}
          error={form.errors.markdown}
          beside={(nodes) => <MailText nodes={nodes} />}
        />
      </SaveForm>
      {theirs && (
        <TextConflict
          theirs={{ ...theirs, markdown: `${theirs.subject}\n\n${theirs.markdown}` }}
          onTakeTheirs={() => {
            setSubject(theirs.subject)
            setText(theirs.markdown)
          }}
          onKeepMine={() => {
            setSeen(theirs.version)
            setTheirs(undefined)
            form.setProblem(undefined)
          }}
        />
      )}
      {id && <SendNewsletter newsletter={newsletter} version={seen} isChanged={isChanged()} />}
    </div>
  )
}

const save = (id: string, written: WrittenNewsletter, version: number) =>
  id
    ? authApi(issuesRoutes.changeNewsletter, { params: { id }, body: { ...written, version } })
    : authApi(issuesRoutes.addNewsletter, { body: written })
