import { Link } from 'react-router'
import { urls } from '~/shop/urls.ts'

/** `q` links to the search, for what the shop sells. */
const kit: { item: string; why: string; q?: string }[] = [
  {
    item: 'Warning triangle',
    q: 'warning triangle',
    why: 'Fifty paces behind the car, before you do anything else.',
  },
  { item: 'Reflective vest', why: 'One for each seat, kept in the cabin and not in the boot.' },
  {
    item: 'Jump leads',
    q: 'jump leads',
    why: 'Thick copper, three metres at least, for the morning the battery gives up.',
  },
  {
    item: 'Torch with spare batteries',
    why: 'A phone is for calling help; it should not also be your only light.',
  },
  { item: 'First-aid kit', why: 'Check the date once a year. It is the one thing here that expires.' },
]

export function EmergencyKit() {
  return (
    <section className="section grid gap-10 lg:grid-cols-[1fr_1.4fr]" aria-labelledby="emergency-kit">
      <div className="grid content-start gap-4">
        <p className="eyebrow">Be prepared</p>
        <h2 id="emergency-kit" className="headline">
          Five things that belong in every car
        </h2>
        <p className="lead">
          We have fetched a lot of people from the roadside. These are what they wished they had with them.
        </p>
        <p>
          <Link to={urls.shop({ q: 'warning' })} className="btn btn-quiet">
            Start with the triangle
          </Link>
        </p>
      </div>
      <ol className="panel divide-y divide-line px-5 sm:px-7">
        {kit.map(({ item, why, q }, n) => (
          <li key={item} className="grid grid-cols-[2.5rem_1fr] items-baseline gap-3 py-4">
            <span className="font-display text-xl font-bold tabular-nums text-accent-text" aria-hidden="true">
              {n + 1}
            </span>
            <div>
              <h3 className="text-lg">
                {q ? (
                  <Link to={urls.shop({ q })} className="text-link">
                    {item}
                  </Link>
                ) : (
                  item
                )}
              </h3>
              <p className="text-[15px] text-muted">{why}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
