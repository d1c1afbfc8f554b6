import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'
import picture from '../look/not-found.webp'

/** Nothing is at the address; or the server could not read it, because it is too long or its encoding is broken. */
export const NotFoundPage = ({ isUnreadable }: { isUnreadable?: boolean }) => (
  <section className="relative overflow-hidden lg:aspect-video lg:max-h-[60rem] lg:min-h-[42rem] lg:w-full">
    <Title page="Not Found" description="There is no page at this address." />
    <img
      src={picture}
      alt="A wheel rolls away to the right; a tyre track and five wheel nuts are all it leaves behind."
      width={1600}
      height={900}
      className="drawing w-full max-lg:absolute max-lg:bottom-0 lg:absolute lg:inset-0 lg:size-full lg:object-cover lg:object-[100%_70%]"
    />
    <div className="container-page relative pb-[62vw] pt-14 lg:pb-0 lg:pt-16">
      <div className="grid max-w-[34rem] justify-items-start gap-5">
        <p className="eyebrow">{isUnreadable ? 'Unreadable address' : '404, page not found'}</p>
        <h1 className="text-[clamp(40px,5.2vw,72px)] leading-[1.02]">
          {isUnreadable ? 'This address cannot be read.' : 'This page has come off its hub.'}
        </h1>
        <p className="max-w-[40ch] text-[17px] text-muted">
          {isUnreadable
            ? 'It is too long, or some of its characters are broken.'
            : 'We found five nuts and a tyre track. The rest was last seen heading out of the gate, and it was not slowing down.'}
        </p>
        <SearchForm action={urls.shop()} className="flex w-full max-w-md gap-3">
          <label className="min-w-0 flex-1">
            <span className="sr-only">Search for a part</span>
            <input
              type="search"
              name="q"
              maxLength={80}
              autoComplete="off"
              enterKeyHint="search"
              placeholder="Which part were you looking for?"
              className="input"
            />
          </label>
          <button type="submit" className="btn btn-main" aria-label="Search">
            <Icon name="search" />
          </button>
        </SearchForm>
        <div className="flex flex-wrap gap-3">
          <Link to={urls.shop()} className="btn btn-quiet bg-surface">
            All parts
          </Link>
          <Link to={urls.home()} className="btn btn-quiet bg-surface">
            Back to the home page
          </Link>
        </div>
      </div>
    </div>
  </section>
)

type SearchFormProps = { action: string; className: string; children: ReactNode }

/** Asks by the address, as a plain form would, but without reloading the page. */
function SearchForm({ action, className, children }: SearchFormProps) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    void navigate(`${action}?${new URLSearchParams(typed.filter(([, value]) => value))}`)
  }
  return (
    <form action={action} onSubmit={search} className={className}>
      {children}
    </form>
  )
}

type ForbiddenProps = {
  /** What may have happened and what to do about it, where more is known. */
  children?: ReactNode
}

export function ForbiddenPage({ children }: ForbiddenProps) {
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
