import defaultAvatar from '~/app/art/avatar-default.svg'
import { Title } from '~/platform/ui/Title.tsx'
import { useSession } from '~/shop/identity/session.ts'

export function WelcomePage() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { name, email, admin, photo } = session.user
  return (
    <section className="panel flex flex-wrap items-center gap-6 p-6 sm:p-8">
      <Title page="Dashboard" />
      <img
        src={(admin && photo) || defaultAvatar}
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
          You are logged in with <b className="break-all text-ink">{email}</b>
        </p>
      </div>
    </section>
  )
}
