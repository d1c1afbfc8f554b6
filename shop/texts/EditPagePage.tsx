import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { localMinute } from '~/platform/dates.ts'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { managedTextsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { EditedPage } from './contract.ts'
import { longestText } from './pages.ts'
import type { Theirs } from './TextEditor.tsx'
import { TextConflict, TextEditor, TextVersions } from './TextEditor.tsx'

export const loader = async ({ params }: LoaderFunctionArgs) =>
  (await staffGet(managedTextsRoutes.getEditedPage, { params: { id: params.id! } })) ?? null

/** The editor of a page: Markdown, how it will look, and what it said before. */
function EditPagePage() {
  const page = useLoaderData<EditedPage | null>()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState(page?.markdown ?? '')
  const [theirs, setTheirs] = useState<Theirs>()
  const [seen, setSeen] = useState(page?.version ?? 0)
  const form = useForm({
    fields: { markdown: (typed: string) => (typed.trim() ? undefined : 'Text is required') },
    async send({ markdown }) {
      const params = { id: page!._id }
      try {
        const { version } = await authApi(managedTextsRoutes.changePage, {
          params,
          body: { markdown, version: seen },
        })
        setSeen(version)
        setTheirs(undefined)
      } catch (error) {
        if (error instanceof ApiError && error.body.theirs) setTheirs(error.body.theirs as Theirs)
        throw error
      }
      toast('success', 'Page saved')
      await revalidate()
    },
  })
  if (!page) return null
  const versions = page.versions.map(({ version, at, markdown }) => ({
    key: version,
    name: `Version ${version}, ${localMinute(new Date(at))}`,
    onTake: () => setText(markdown),
  }))
  return (
    <div className="grid max-w-3xl gap-5">
      <Title page={page.title} />
      <Link to={urls.pages()} className="text-link justify-self-start">
        All pages
      </Link>
      <header className="grid gap-1">
        <h1 className="text-[28px] sm:text-[36px]">{page.title}</h1>
        <p className="text-muted">
          {page.isOwn
            ? 'Your own text.'
            : 'Made by the shop from what it does, until you save your own text.'}
        </p>
      </header>
      <SaveForm of={form} save="Save page" className="panel p-5 shadow-none sm:p-8">
        <TextEditor
          label="Text"
          text={text}
          onText={setText}
          maxLength={longestText}
          error={form.errors.markdown}
        />
      </SaveForm>
      {theirs && (
        <TextConflict
          theirs={theirs}
          onTakeTheirs={() => setText(theirs.markdown)}
          onKeepMine={() => {
            setSeen(theirs.version)
            setTheirs(undefined)
            form.setProblem(undefined)
          }}
        />
      )}
      {page.isOwn && (
        <TextVersions
          list={[...versions, { key: 0, name: 'What the shop makes', onTake: () => setText(page.first) }]}
        />
      )}
    </div>
  )
}

export { EditPagePage as Component }
