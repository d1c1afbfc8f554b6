import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { issuesRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import type { EditedNewsletter } from './contract.ts'
import { WatchNewsletter } from './WatchNewsletter.tsx'
import { WriteNewsletter } from './WriteNewsletter.tsx'

const empty: EditedNewsletter = {
  _id: '',
  subject: '',
  state: 'draft',
  changedAt: '',
  markdown: '',
  version: 0,
  readers: 0,
  sent: 0,
  failed: 0,
  left: 0,
  waiting: 0,
  failures: [],
  perMinute: 0,
}

export const loader = async ({ params: { id } }: LoaderFunctionArgs) =>
  id === 'new' ? empty : ((await staffGet(issuesRoutes.getNewsletter, { params: { id: id! } })) ?? null)

/** Written as long as it is a draft, then watched. Another newsletter is another editor. */
function NewsletterPage() {
  const newsletter = useLoaderData<EditedNewsletter | null>()
  if (!newsletter) return null
  const { _id: id, state } = newsletter
  return state === 'draft' ? (
    <WriteNewsletter key={id} newsletter={newsletter} />
  ) : (
    <WatchNewsletter key={id} newsletter={newsletter} />
  )
}

export { NewsletterPage as Component }
