import type { ReactNode } from 'react'
import defaultAvatar from '~/app/look/avatar-default.svg'
import { isStaff } from '~/platform/roles.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { roleNames } from '~/shop/identity/rules.ts'
import { useSession } from '~/shop/identity/session/session.ts'
import type { User } from '~/shop/identity/session/session-store.ts'
import { idInAddress, smallCopy } from '~/shop/images/rules.ts'

/** What follows differs by role. */
export function WelcomePage({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <div className="grid grid-cols-1 gap-4">
      <Title page="Dashboard" />
      <WelcomeCard user={session.user} />
      {children}
    </div>
  )
}

const WelcomeCard = ({ user: { name, email, role, photo } }: { user: User }) => (
  <section className="panel flex items-center gap-4 p-4 md:px-6" aria-label="Welcome">
    <img
      src={shownPhoto({ role, photo })}
      alt=""
      width={52}
      height={52}
      className="size-13 flex-none rounded-full bg-sunken object-cover"
    />
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h1 className="text-[24px]">Welcome, {name}</h1>
        <span className={`chip ${isStaff(role) ? 'bg-accent-tint text-accent-text' : 'bg-sunken text-ink'}`}>
          {roleNames[role]}
        </span>
      </div>
      <p className="text-sm text-muted">
        You are logged in with <b className="inline-block max-w-full wrap-anywhere text-ink">{email}</b>
      </p>
    </div>
  </section>
)

/** An admin's photo from any host; of others, only a picture uploaded here. */
function shownPhoto({ role, photo }: Pick<User, 'role' | 'photo'>) {
  return photo && (role === 'admin' || idInAddress(photo)) ? smallCopy(photo) : defaultAvatar
}
