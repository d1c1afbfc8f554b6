import { Link, useRevalidator } from 'react-router'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { managedBusinessRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Opening } from './contract.ts'

type Line = Opening['lines'][number]

/** On the home of admins: what is still the demo's. One line once nothing is left. */
export function BeforeYouOpen({ opening: { lines, readySince } }: { opening: Opening }) {
  const open = lines.filter(({ state }) => state === 'open')
  const rest = lines.filter(({ state }) => state !== 'open')
  if (readySince)
    return (
      <details className="panel px-4 py-3 shadow-none md:px-6">
        <summary className="cursor-pointer text-sm">
          Ready since <DateTime at={readySince} />
        </summary>
        <Lines lines={rest} />
      </details>
    )
  return (
    <section
      className="panel grid grid-cols-1 gap-3 p-4 shadow-none md:p-6"
      aria-labelledby="before-you-open"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="before-you-open" className="text-[18px]">
          Before you open
        </h2>
        <p className="text-sm text-muted">
          {rest.length} of {lines.length} done
        </p>
      </header>
      <Lines lines={open.slice(0, shownAtOnce)} />
      {open.length > shownAtOnce && (
        <details>
          <summary className="w-fit cursor-pointer py-2 text-sm font-medium text-muted hover:text-ink">
            {open.length - shownAtOnce} more
          </summary>
          <Lines lines={open.slice(shownAtOnce)} />
        </details>
      )}
      {rest.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-2 text-sm font-medium text-muted hover:text-ink">
            What is done
          </summary>
          <Lines lines={rest} />
        </details>
      )}
    </section>
  )
}

/** The work of the day stands below. */
const shownAtOnce = 3

const Lines = ({ lines }: { lines: Line[] }) => (
  <ul className="grid grid-cols-1 divide-y divide-line">
    {lines.map((line) => (
      <LineOf key={line.id} line={line} />
    ))}
  </ul>
)

function LineOf({ line: { id, title, todo, link, state } }: { line: Line }) {
  const { revalidate } = useRevalidator()
  async function skip(skipped: boolean) {
    try {
      await authApi(managedBusinessRoutes.skipOpeningStep, { params: { step: id }, body: { skipped } })
      await revalidate()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2 font-semibold">
          {state === 'done' && (
            <span className="text-success">
              <Icon name="check" />
            </span>
          )}
          {title}
          {state === 'done' && <span className="sr-only">, done</span>}
          {state === 'skipped' && <span className="chip bg-sunken font-normal text-muted">Not for us</span>}
        </p>
        {state === 'open' && <p className="text-sm text-muted">{todo}</p>}
      </div>
      {state === 'open' && link && (
        <Link to={link} className="btn btn-quiet btn-small">
          Do it<span className="sr-only">: {title}</span>
        </Link>
      )}
      {state !== 'done' && (
        <button type="button" className="text-link text-sm" onClick={() => void skip(state === 'open')}>
          {state === 'open' ? 'Not for us' : 'It is for us'}
          <span className="sr-only">: {title}</span>
        </button>
      )}
    </li>
  )
}
