import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListPage } from '~/platform/lists/ListPage.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { managedBlogRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { ManagedBlog } from './contract.ts'
import { blogState, blogStates } from './rules.ts'

export const loader = listLoader(managedBlogRoutes.listManagedBlogs, blogStates)

const stateNames = { all: 'All', draft: 'Drafts', scheduled: 'To come', published: 'Published' }

/** The questions of the blog for those who write them. */
function ManageBlogsPage() {
  const data = useLoaderData<Listed<ManagedBlog> | null>()
  const { revalidate } = useRevalidator()
  if (!data) return null
  return (
    <ListPage
      title="Blog"
      list={data}
      one="question"
      actions={
        <Link to={urls.editBlog('new')} className="btn btn-main">
          New question
        </Link>
      }
      search="Words of the question"
      states={stateNames}
      next="Older"
      empty="No questions"
    >
      <ul className="panel grid divide-y divide-line shadow-none">
        {data.rows.map((blog) => (
          <li key={blog._id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Link to={urls.editBlog(blog._id)} className="text-link [overflow-wrap:anywhere]">
                {blog.question}
              </Link>
              <Since blog={blog} />
            </span>
            <Delete blog={blog} onDeleted={() => void revalidate()} />
          </li>
        ))}
      </ul>
    </ListPage>
  )
}

function Since({ blog: { publishAt } }: { blog: ManagedBlog }) {
  const state = blogState(publishAt)
  return (
    <span className="text-sm text-muted">
      {state === 'draft' && <span className="chip bg-sunken text-ink">Draft</span>}
      {state === 'scheduled' && <span className="chip bg-warn-tint text-warn">To come</span>}
      {publishAt && (
        <>
          {state === 'published' ? 'Published ' : ' on '}
          <DateTime at={publishAt} />
        </>
      )}
    </span>
  )
}

function Delete({ blog: { _id: id, question }, onDeleted }: { blog: ManagedBlog; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  async function yes() {
    try {
      await authApi(managedBlogRoutes.deleteBlog, { params: { id } })
      toast('success', 'Question deleted')
    } catch (error) {
      toastError(error)
    }
    setIsAsking(false)
    onDeleted()
  }
  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsAsking(true)}>
        Delete<span className="sr-only">: {question}</span>
      </button>
      {isAsking && (
        <ConfirmDialog onYes={yes} onNo={() => setIsAsking(false)}>
          <p>It is gone from the blog at once. Links to it end at “not found”.</p>
          <DialogSubject name={question}>{null}</DialogSubject>
        </ConfirmDialog>
      )}
    </>
  )
}

export { ManageBlogsPage as Component }
