import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'

type Props = {
  /** What may have happened and what to do about it, where more is known. */
  children?: ReactNode
}

export function ForbiddenPage({ children }: Props) {
  return (
    <section className="section grid justify-items-start gap-5 lg:py-28">
      <Title page="Forbidden" />
      <span className="grid size-14 place-items-center rounded-full bg-accent-tint text-[22px] text-accent-text">
        <Icon name="shield" />
      </span>
      <p className="eyebrow">403</p>
      <h1 className="max-w-[20ch] text-[clamp(36px,5.2vw,64px)] leading-[1.04]">
        You are not authorized to access this page.
      </h1>
      {children ?? <WaysOut />}
    </section>
  )
}

function WaysOut() {
  const session = useSession()
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Link to={urls.home()} className="btn btn-main">
        Back to the home page
      </Link>
      {session.status !== 'signed-in' && (
        <Link to={urls.login()} className="btn btn-quiet for-visitors">
          Log in
        </Link>
      )}
    </div>
  )
}
