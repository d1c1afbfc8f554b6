import { Link, useLoaderData } from 'react-router'
import defaultAvatar from '~/app/look/avatar-default.svg'
import { Title } from '~/platform/ui/Title.tsx'
import { adminGet } from '~/shop/identity/session/admin-get.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { idInAddress, smallCopy } from '~/shop/images/rules.ts'
import { summaryRoutes } from '~/shop/routes.ts'
import type { Summary } from '~/shop/summary/contract.ts'
import { SummaryPanels } from '~/shop/summary/SummaryPanels.tsx'
import { urls } from '~/shop/urls.ts'

function WelcomePage() {
  const session = useSession()
  const summary = useLoaderData<Summary | null>()
  if (session.status !== 'signed-in') return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <Title page="Dashboard" />
      <WelcomeCard user={session.user} />
      {session.user.admin && summary && <SummaryPanels summary={summary} />}
    </div>
  )
}

function WelcomeCard({ user: { name, email, admin, photo } }: { user: User }) {
  return (
    <section className="panel flex flex-wrap items-center gap-6 p-6 sm:p-8">
      <img
        src={shownPhoto({ admin, photo })}
        alt=""
        width={96}
        height={96}
        className="size-24 rounded-full bg-sunken object-cover"
      />
      <div className="grid min-w-0 gap-2">
        <p className="eyebrow">Dashboard</p>
        <h1 className="text-[28px] sm:text-[36px]">Welcome, {name}</h1>
        <p>
          <span className={`chip ${admin ? 'bg-accent-tint text-accent-text' : 'bg-sunken text-ink'}`}>
            {admin ? 'Admin' : 'User'}
          </span>
        </p>
        <p className="text-muted">
          You are logged in with <b className="inline-block max-w-full wrap-anywhere text-ink">{email}</b>
        </p>
        {!admin && (
          <p className="mt-3 flex flex-wrap gap-3">
            <Link to={urls.shop()} className="btn btn-main">
              Shop the parts
            </Link>
            <Link to={urls.myOrders()} className="btn btn-quiet">
              See your orders
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

/** An admin's photo from any host; of others, only a picture uploaded here. */
function shownPhoto({ admin, photo }: Pick<User, 'admin' | 'photo'>) {
  return photo && (admin || idInAddress(photo)) ? smallCopy(photo) : defaultAvatar
}

/** Figures for admins; null for other users, and when they cannot be loaded. */
export async function loader(): Promise<Summary | null> {
  try {
    return (await adminGet(summaryRoutes.getSummary)) ?? null
  } catch {
    return null
  }
}

export { WelcomePage as Component }
