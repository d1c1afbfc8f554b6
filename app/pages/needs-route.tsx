import { useEffect } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { getByHttp } from '~/platform/client/api-context.ts'
import { isStaff } from '~/platform/roles.ts'
import { Loading } from '~/platform/ui/Splash.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { needsRoutes } from '~/shop/account-routes.ts'
import { addToCart } from '~/shop/cart/AddToCart.tsx'
import type { CarNeeds } from '~/shop/fitment/needs/contract.ts'
import { NeedsList } from '~/shop/fitment/needs/NeedsList.tsx'
import { useSession } from '~/shop/identity/session/session.ts'
import { urls } from '~/shop/urls.ts'
import { currentCar, useCar } from '~/shop/vehicles/garage/garage.ts'

type NeedsData = { about: string; needs: CarNeeds | 'failed' | 'no such car' | undefined }

const aboutCar = (car: ReturnType<typeof currentCar>) => (car ? `${car.vehicleId} ${car.facts}` : '')

/** Of the driven car, which only this browser knows. */
export async function loader(): Promise<NeedsData> {
  const car = currentCar()
  const about = aboutCar(car)
  if (!car) return { about, needs: undefined }
  const query = { car: car.vehicleId, facts: car.facts }
  const needs = await getByHttp(needsRoutes.getCarNeeds, { query }).then(
    ({ data }) => data,
    (error) => (error instanceof Response && error.status === 404 ? 'no such car' : 'failed'),
  )
  return { about, needs }
}

export function Component() {
  const { about, needs } = useLoaderData<NeedsData>()
  const { revalidate } = useRevalidator()
  const car = useCar()
  const session = useSession()
  const isOutdated = about !== aboutCar(car)
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, revalidate])
  if (session.status === 'loading') return <Loading />
  const isOfStaff = session.status === 'signed-in' && isStaff(session.user.role)
  return (
    <div className="container-page grid max-w-4xl gap-6 pt-6 pb-14 lg:pt-10">
      <Title page="What your car needs" />
      <header className="grid gap-2">
        <h1 className="headline">What your car needs</h1>
        {car && <p className="lead">{car.name}</p>}
      </header>
      {car && typeof needs === 'object' ? (
        <>
          <NeedsList
            needs={needs}
            car={{ car: car.vehicleId, facts: car.facts }}
            onAdd={
              isOfStaff ? undefined : (product, quantity) => void addToCart(product, { size: 'M', quantity })
            }
          />
          <p className="text-sm text-muted">
            This is what our lists and measures say of this model. Where it says “not known” nobody has told
            us, and your handbook decides.
          </p>
        </>
      ) : (
        <NoNeeds text={wordsFor(needs, Boolean(car))} isAgain={needs === 'failed'} onAgain={revalidate} />
      )}
    </div>
  )
}

function wordsFor(needs: NeedsData['needs'], hasCar: boolean) {
  if (hasCar && needs === 'failed') return 'It could not be looked up. Check your connection and try again.'
  if (hasCar && needs === 'no such car') return 'Your car is no longer on our list.'
  return 'Choose your car, and this page says which oil, filters, plugs, bulbs and wipers it takes, and how many.'
}

type NoNeedsProps = { text: string; isAgain: boolean; onAgain: () => Promise<void> }

const NoNeeds = ({ text, isAgain, onAgain }: NoNeedsProps) => (
  <div className="panel grid justify-items-start gap-4 p-6 shadow-none">
    <p role={isAgain ? 'alert' : undefined}>{text}</p>
    {isAgain ? (
      <button type="button" className="btn btn-main" onClick={() => void onAgain()}>
        Try again
      </button>
    ) : (
      <Link to={urls.garage()} className="btn btn-main">
        Choose your car
      </Link>
    )}
  </div>
)
