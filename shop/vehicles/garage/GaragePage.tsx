import type { MouseEvent } from 'react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { SearchInput } from '~/platform/lists/SearchInput.tsx'
import { useSearchAsYouType } from '~/platform/lists/use-search-as-you-type.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'
import { vehicleRoutes } from '~/shop/routes.ts'
import { urls } from '~/shop/urls.ts'
import { CarLinks, StepLinks } from '../chooser/CarLinks.tsx'
import { VinCars, VinProposal } from '../chooser/VinCars.tsx'
import type { ChooserStep, Vehicle } from '../contract.ts'
import type { VinAnswer } from '../vin/contract.ts'
import { looksLikeVin, vinContext } from '../vin/vin.ts'
import { GarageList, useChoose } from './CarDialog.tsx'

/** The same as the dialog of the bar, by plain links and a form: it works without a script. */
function GaragePage() {
  const { q, make, model, steps, cars, proposal } = useLoaderData<GarageData>()
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const { choose, problem } = useChoose(
    ({ vehicleId: car, facts }) => void navigate(urls.shop({ car, facts })),
  )
  const onChoose = (event: MouseEvent, car: Vehicle, facts?: string) => {
    event.preventDefault()
    stop()
    choose(car, facts)
  }
  const [vin, setVin] = useState('')
  // A VIN is never in an address.
  const { form, soon, stop, now } = useSearchAsYouType({ q }, (typed) =>
    looksLikeVin(typed.q) ? undefined : urls.garage(typed),
  )
  return (
    <div className="section grid max-w-3xl gap-8">
      <Title page="My car" description="Choose your car, and each part says whether it fits, and why." />
      <header className="grid gap-3">
        <p className="eyebrow">My car</p>
        <h1 className="text-[clamp(40px,5.2vw,64px)]">Which car is it for?</h1>
        <p className="lead">Choose your car, and each part says whether it fits, and why.</p>
      </header>
      {isHydrated && <GarageList />}
      <FormError text={problem} />
      <noscript>
        <p className="panel p-5">
          Your browser runs no scripts here, so your car cannot be remembered. Choose it, and you see the
          parts that fit it; the address of that page is your bookmark.
        </p>
      </noscript>
      <search aria-label="Cars">
        <form
          ref={form}
          // Words become an address on the server, too; a VIN must not.
          method="post"
          action={urls.garage()}
          onSubmit={now}
          className="grid gap-3 sm:grid-cols-[1fr_auto]"
        >
          <SearchInput
            id="garage-search"
            label="Your car in words, its VIN or its engine code"
            isLarge
            defaultValue={q}
            onChange={({ target }) => {
              setVin(looksLikeVin(target.value) ? target.value : '')
              soon()
            }}
            enterKeyHint="search"
            placeholder="golf 2.0 tdi 2006"
          />
          <button type="submit" className="btn btn-main">
            Search
          </button>
        </form>
      </search>
      {proposal && !vin && <VinProposal answer={proposal} onChoose={onChoose} />}
      {vin && (
        <VinCars vin={vin} onChoose={onChoose} onMake={(make) => void navigate(urls.garage({ make }))} />
      )}
      <section className="grid gap-4" aria-labelledby="which">
        <div className="flex min-h-11 flex-wrap items-center gap-4">
          <h2 id="which" className="text-[22px]">
            {headline({ cars, make })}
          </h2>
          {(q || make) && (
            <Link
              to={urls.garage(model ? { make } : {})}
              className="text-link flex min-h-11 items-center text-sm"
            >
              {model ? 'All models' : 'All makes'}
            </Link>
          )}
        </div>
        {cars && <CarLinks cars={cars} onChoose={onChoose} />}
        {steps.length > 0 && (
          <StepLinks
            steps={steps}
            address={(key) => urls.garage(make ? { make, model: key } : { make: key })}
          />
        )}
      </section>
    </div>
  )
}

function headline({ cars, make }: Pick<GarageData, 'cars' | 'make'>) {
  if (cars) return cars.length > 0 ? 'Which car?' : 'No such car on our list'
  return make ? 'Which model?' : 'Which make?'
}

type GarageData = {
  q: string
  make: string
  model: string
  steps: ChooserStep[]
  /** Undefined until words or a model say which. */
  cars?: Vehicle[] | undefined
  /** What a VIN tells that was sent without a script. */
  proposal?: VinAnswer | undefined
}

const longest = 80

/** What the address asks for: the makes, the models of one, its cars, or what words find. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<GarageData> {
  const query = new URL(request.url).searchParams
  const queryValue = (name: string) => (query.get(name) ?? '').trim().slice(0, longest)
  const place = { q: queryValue('q'), make: queryValue('make'), model: queryValue('model') }
  // Somebody may write a VIN into the address: it is not shown again, nor searched for.
  if (looksLikeVin(place.q)) place.q = ''
  const get = context.get(apiContext)
  const proposal = context.get(vinContext)
  if (proposal) {
    // Where the VIN says no more than the make, its models are the next step.
    const make = proposal.cars.length === 0 ? proposal.make.key : ''
    const models = make ? (await get(vehicleRoutes.listModels, { query: { make } })).data : []
    if (models.length > 0) return { ...place, make, steps: models, proposal }
    return { ...place, steps: (await get(vehicleRoutes.listMakes)).data, proposal }
  }
  const { q, make, model } = place
  if (q)
    return { ...place, steps: [], cars: (await get(vehicleRoutes.searchVehicles, { query: { q } })).data }
  if (make && model)
    return {
      ...place,
      steps: [],
      cars: (await get(vehicleRoutes.listVehicles, { query: { make, model } })).data,
    }
  if (make) return { ...place, steps: (await get(vehicleRoutes.listModels, { query: { make } })).data }
  return { ...place, steps: (await get(vehicleRoutes.listMakes)).data }
}

export { GaragePage as Component }
