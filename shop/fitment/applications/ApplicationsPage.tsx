import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { countOf, formatCount } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { ListHeading } from '~/platform/lists/tabbed-lists.tsx'
import { applicationsRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { ApplicationsChip } from './ApplicationsChip.tsx'
import type { ApplicationImport, WatchedApplications } from './contract.ts'
import { addressOfFile } from './rules.ts'
import { SendApplications } from './SendApplications.tsx'
import { WatchApplications } from './WatchApplications.tsx'

const mostListed = 20

type Shown = { file: WatchedApplications } | { files: ApplicationImport[] }

export async function loadApplications({ request }: LoaderFunctionArgs): Promise<Shown | null> {
  const id = new URL(request.url).searchParams.get('file')
  if (id) {
    const file = await staffGet(applicationsRoutes.getApplicationImport, { params: { id } })
    return file ? { file } : null
  }
  const files = await staffGet(applicationsRoutes.listApplicationImports, { query: { limit: mostListed } })
  return files ? { files } : null
}

/** A new list of cars of a supplier, or one that the shop works on by itself. */
export function ApplicationsPage() {
  const shown = useLoaderData<Shown | null>()
  if (!shown) return null
  if ('file' in shown) return <WatchApplications key={shown.file._id} file={shown.file} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <ListHeading
        title="Supplier lists"
        lead="Which cars parts are for, as their makers and distributors send it. Nothing is guessed, and nothing changes before you have seen what would."
      />
      <SendApplications suppliers={[...new Set(shown.files.map(({ supplier }) => supplier))]} />
      {shown.files.length > 0 && <FilesSoFar files={shown.files} />}
    </div>
  )
}

const FilesSoFar = ({ files }: { files: ApplicationImport[] }) => (
  <section className="grid max-w-5xl grid-cols-1 gap-3" aria-labelledby="files">
    <h2 id="files" className="text-[22px]">
      Files so far
    </h2>
    <ul className="panel grid grid-cols-1 divide-y divide-line shadow-none">
      {files.map(
        ({ _id: id, fileName, supplier, state, createdAt, lines, parts, startedAt, added, removed }) => (
          <li key={id} className="grid grid-cols-1 gap-1 px-5 py-3">
            <Link to={addressOfFile(id)} className="text-link justify-self-start wrap-anywhere">
              {fileName}
            </Link>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <ApplicationsChip state={state} />
              <span>
                <DateTime at={createdAt} toTheMinute />, {supplier}, {countOf(lines, 'line')} of{' '}
                {countOf(parts, 'part')}
                {startedAt && `: ${formatCount(added)} added, ${formatCount(removed)} removed`}
              </span>
            </span>
          </li>
        ),
      )}
    </ul>
  </section>
)
