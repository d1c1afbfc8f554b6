import { Link, useSearchParams } from 'react-router'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'

/** Cached like every public page: what is in the link is read by the server when the button is pressed. */
function ConfirmPage() {
  const [query] = useSearchParams()
  const confirmed = query.get('confirmed')
  return (
    <div className="section grid min-h-[60vh] content-center">
      <Title page="Confirm your subscription" />
      <div className="panel mx-auto grid w-full max-w-xl gap-4 p-6 sm:p-10">
        {confirmed === 'yes' ? <Confirmed /> : confirmed === 'no' ? <NoSuchLink /> : <Ask />}
      </div>
    </div>
  )
}

const Ask = () => (
  <>
    <h1 className="headline">Confirm your subscription</h1>
    <p className="lead">
      One click, and our newsletter comes to your mailbox. One click in each mail ends it.
    </p>
    {/* Without an action the form is sent to the page's own address, with its signature. */}
    <form method="post">
      <button type="submit" className="btn btn-main">
        Confirm my subscription
      </button>
    </form>
  </>
)

const Confirmed = () => (
  <>
    <h1 className="headline">You are on the list</h1>
    <p className="lead">Thank you. The next newsletter is for you, too.</p>
    <p>
      <Link to={urls.home()} className="btn btn-quiet">
        Back to the home page
      </Link>
    </p>
  </>
)

const NoSuchLink = () => (
  <>
    <h1 className="headline">This link is not valid any more</h1>
    <p className="lead">It is valid for a week. The form on the home page sends you a new one.</p>
    <p>
      <Link to={`${urls.home()}#newsletter`} className="btn btn-main">
        Subscribe again
      </Link>
    </p>
  </>
)

export { ConfirmPage as Component }
