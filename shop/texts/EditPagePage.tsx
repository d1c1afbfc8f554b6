import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { localMinute } from '~/platform/local-dates.ts'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { TextField } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { textsRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import type { EditedPage } from './contract.ts'
import { Markdown } from './Markdown.tsx'
import { longestText } from './pages.ts'

export const loader = async ({ params }: LoaderFunctionArgs) =>
  (await staffGet(textsRoutes.getEditedPage, { params: { id: params.id! } })) ?? null

/** The editor of a page: Markdown, how it will look, and what it said before. */
function EditPagePage() {
  const page = useLoaderData<EditedPage | null>()
  const { revalidate } = useRevalidator()
  const [text, setText] = useState(page?.markdown ?? '')
  const [preview, setPreview] = useState<MarkdownNode[]>()
  const form = useForm({
    fields: { markdown: (typed: string) => (typed.trim() ? undefined : 'Text is required') },
    async send({ markdown }) {
      const { _id: id, version } = page!
      await authApi(textsRoutes.changePage, { params: { id }, body: { markdown, version } })
      toast('success', 'Page saved')
      await revalidate()
    },
  })
  if (!page) return null
  const show = async () => {
    try {
      setPreview((await authApi(textsRoutes.previewText, { body: { markdown: text } })).nodes)
    } catch (error) {
      toastError(error)
    }
  }
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
        <TextField
          label="Text"
          name="markdown"
          rows={20}
          maxLength={longestText}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={form.errors.markdown}
          hint="Markdown: # begins a heading, - an item of a list, **bold**, [words](address)."
        />
        <button type="button" className="btn btn-quiet justify-self-start" onClick={() => void show()}>
          Preview
        </button>
      </SaveForm>
      {preview && (
        <section aria-label="Preview" className="panel p-5 shadow-none sm:p-8">
          <Markdown nodes={preview} />
        </section>
      )}
      {page.isOwn && (
        <section aria-labelledby="versions" className="panel grid gap-3 p-5 shadow-none sm:p-8">
          <h2 id="versions" className="text-[22px]">
            Versions
          </h2>
          <p className="text-sm text-muted">
            To go back to one, put it into the editor and save. Nothing is lost: that makes a new version.
          </p>
          <ul className="grid divide-y divide-line">
            {page.versions.map(({ version, at, markdown }) => (
              <Version
                key={version}
                name={`Version ${version}, ${localMinute(new Date(at))}`}
                onTake={() => setText(markdown)}
              />
            ))}
            <Version name="What the shop makes" onTake={() => setText(page.first)} />
          </ul>
        </section>
      )}
    </div>
  )
}

const Version = ({ name, onTake }: { name: string; onTake: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 py-2">
    <span>{name}</span>
    <button type="button" className="btn btn-quiet btn-small" onClick={onTake}>
      Put into the editor<span className="sr-only">: {name}</span>
    </button>
  </li>
)

export { EditPagePage as Component }
