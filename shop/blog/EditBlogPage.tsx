import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { localMinute } from '~/platform/dates.ts'
import { minutes } from '~/platform/time.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { SaveForm } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { useForm } from '~/platform/ui/use-form.ts'
import { managedBlogRoutes } from '~/shop/admin-routes.ts'
import { ChosenParts } from '~/shop/catalogue/manage/ChosenParts.tsx'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { longestText } from '~/shop/texts/pages.ts'
import type { Theirs } from '~/shop/texts/TextEditor.tsx'
import { TextConflict, TextEditor, TextVersions } from '~/shop/texts/TextEditor.tsx'
import { urls } from '~/shop/urls.ts'
import type { EditedBlog } from './contract.ts'
import { blogState, longestQuestion, mostParts } from './rules.ts'

const empty: EditedBlog = { _id: '', question: '', markdown: '', parts: [], version: 0, versions: [] }

export const loader = async ({ params: { id } }: LoaderFunctionArgs) =>
  id === 'new' ? empty : ((await staffGet(managedBlogRoutes.getEditedBlog, { params: { id: id! } })) ?? null)

/** Another question is another editor. */
function EditBlogPage() {
  const blog = useLoaderData<EditedBlog | null>()
  return blog && <Editor key={blog._id} blog={blog} />
}

function Editor({ blog }: { blog: EditedBlog }) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [question, setQuestion] = useState(blog.question)
  const [text, setText] = useState(blog.markdown)
  const [parts, setParts] = useState(blog.parts)
  const [theirs, setTheirs] = useState<Theirs & { question: string }>()
  const [seen, setSeen] = useState(blog.version)
  const form = useForm({
    fields: {
      question: (typed: string) => (typed.trim() ? undefined : 'Question is required'),
      markdown: (typed: string) => (typed.trim() ? undefined : 'Answer is required'),
      shown: () => undefined,
      at: (typed: string, all) => (all.shown === 'at' && !typed ? 'Say when' : undefined),
      parts: () => undefined,
    },
    async send({ question: title, markdown, shown, at }) {
      const body = {
        question: title,
        markdown,
        publishAt: timeOf(shown, at, blog.publishAt),
        parts: parts.map(({ _id }) => _id),
      }
      try {
        const saved = await save(blog._id, body, seen)
        if ('insertedId' in saved) await navigate(urls.editBlog(saved.insertedId), { replace: true })
        else setSeen(saved.version)
        setTheirs(undefined)
      } catch (error) {
        if (error instanceof ApiError && error.body.theirs) setTheirs(error.body.theirs as typeof theirs)
        throw error
      }
      toast('success', 'Question saved')
      await revalidate()
    },
  })
  const take = (version: { question: string; markdown: string }) => {
    setQuestion(version.question)
    setText(version.markdown)
  }
  const heading = blog._id ? 'Edit the question' : 'New question'
  return (
    <div className="grid max-w-3xl gap-5">
      <Title page={heading} />
      <Link to={urls.manageBlogs()} className="text-link justify-self-start">
        All questions
      </Link>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-[28px] sm:text-[36px]">{heading}</h1>
        {blogState(blog.publishAt) === 'published' && (
          <Link to={urls.blog(blog._id)} className="btn btn-quiet btn-small">
            See it in the blog
          </Link>
        )}
      </header>
      <SaveForm of={form} save="Save question" className="panel p-5 shadow-none sm:p-8">
        <Field
          label="Question"
          name="question"
          maxLength={longestQuestion}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
          error={form.errors.question}
        />
        <TextEditor
          label="Answer"
          text={text}
          onText={setText}
          maxLength={longestText}
          error={form.errors.markdown}
        />
        <ChosenParts
          legend="Parts beside it"
          label="Find a part to put beside it"
          name="parts"
          parts={parts}
          most={mostParts}
          onChange={setParts}
          error={form.errors.parts}
        />
        <When publishAt={blog.publishAt} error={form.errors.at} />
      </SaveForm>
      {theirs && (
        <TextConflict
          theirs={{ ...theirs, markdown: `${theirs.question}\n\n${theirs.markdown}` }}
          onTakeTheirs={() => take(theirs)}
          onKeepMine={() => {
            setSeen(theirs.version)
            setTheirs(undefined)
            form.setProblem(undefined)
          }}
        />
      )}
      {blog.versions.length > 0 && (
        <TextVersions
          list={blog.versions.map((version) => ({
            key: version.version,
            name: `Version ${version.version}, ${localMinute(new Date(version.at))}, ${version.by}`,
            onTake: () => take(version),
          }))}
        />
      )}
    </div>
  )
}

type Written = { question: string; markdown: string; publishAt: string | null; parts: string[] }

const save = (id: string, body: Written, version: number) =>
  id
    ? authApi(managedBlogRoutes.changeBlog, { params: { id }, body: { ...body, version } })
    : authApi(managedBlogRoutes.addBlog, { body })

/** Of what is out already the time stays, so that it keeps its place in the list. */
function timeOf(shown: string, at: string, before: string | undefined) {
  if (shown === 'draft') return null
  if (shown === 'at') return new Date(at).toISOString()
  return blogState(before) === 'published' ? before! : new Date().toISOString()
}

type WhenProps = { publishAt: string | undefined; error: string | undefined }

/** Times are those of this browser, and stored as those of the world. */
function When({ publishAt, error }: WhenProps) {
  const state = blogState(publishAt)
  const [shown, setShown] = useState(state === 'scheduled' ? 'at' : state === 'published' ? 'now' : 'draft')
  const choices = [
    ['draft', 'Draft: nobody sees it'],
    ['now', state === 'published' ? 'Published' : 'Publish now'],
    ['at', 'Publish at a time'],
  ]
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Shown</legend>
      {choices.map(([value, words]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="shown"
            value={value}
            className="size-5 flex-none accent-accent"
            checked={shown === value}
            onChange={() => setShown(value!)}
          />
          {words}
        </label>
      ))}
      {shown === 'at' && (
        <Field
          label={`Time (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
          name="at"
          type="datetime-local"
          defaultValue={state === 'scheduled' ? localMinuteOf(publishAt!) : ''}
          error={error}
        />
      )}
    </fieldset>
  )
}

/** As the field of the browser wants it. */
function localMinuteOf(at: string) {
  const date = new Date(at)
  return new Date(date.getTime() - minutes(date.getTimezoneOffset())).toISOString().slice(0, 16)
}

export { EditBlogPage as Component }
