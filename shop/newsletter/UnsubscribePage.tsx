import { Link, useSearchParams } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { urls } from '~/shop/urls.ts'

/** Cached like every public page: the address in the link is read in the browser only. */
function UnsubscribePage() {
  const [query] = useSearchParams()
  const left = query.get('left')
  return (
    <div className="section grid min-h-[60vh] content-center">
      <Title page="Leave the newsletter" />
      <div className="panel mx-auto grid w-full max-w-xl gap-4 p-6 sm:p-10">
        {left === 'yes' ? (
          <Unsubscribed />
        ) : left === 'no' ? (
          <InvalidLink />
        ) : (
          <ConfirmUnsubscribe email={query.get('email')} />
        )}
      </div>
    </div>
  )
}

function ConfirmUnsubscribe({ email }: { email: string | null }) {
  const isHydrated = useHydrated()
  return (
    <>
      <h1 className="headline">Leave the newsletter?</h1>
      <p className="lead">
        {isHydrated && email ? <strong className="font-semibold text-ink">{email}</strong> : 'This address'}{' '}
        will get no further mail from our list.
      </p>
      {/* Without an action the form is sent to the page's own address, with its signature. */}
      <form method="post" className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main">
          Leave the newsletter
        </button>
        <Link to={urls.home()} className="btn btn-quiet">
          Stay on the list
        </Link>
      </form>
    </>
  )
}

const Unsubscribed = () => (
  <>
    <h1 className="headline">You have left the newsletter</h1>
    <p className="lead">No hard feelings. Should you miss us, the form on the home page lets you back in.</p>
    <Home />
  </>
)

const InvalidLink = () => (
  <>
    <h1 className="headline">This link is not valid</h1>
    <p className="lead">
      It may have been cut off on its way. Open the link in the mail once more, or write to us and we will
      take you off the list by hand.
    </p>
    <p className="flex flex-wrap gap-3">
      <Link to={urls.contact()} className="btn btn-main">
        Write to us
      </Link>
    </p>
  </>
)

const Home = () => (
  <p>
    <Link to={urls.home()} className="btn btn-quiet">
      Back to the home page
    </Link>
  </p>
)

export { UnsubscribePage as Component }
