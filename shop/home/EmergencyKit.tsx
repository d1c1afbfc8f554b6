import { Link } from 'react-router'
import { pairsOf } from '~/shop/business/shown.ts'
import { urls } from '~/shop/urls.ts'
import type { HomeTexts } from './HomePage.tsx'

type Props = {
  texts: HomeTexts
  /** What of it is sold here. */
  sold: string[]
}

const searchFor = (thing: string) => urls.shop({ q: thing.toLowerCase() })

export function EmergencyKit({ texts: { kitTitle, kitText, kitButton, kit }, sold }: Props) {
  const things = pairsOf(kit)
  if (things.length === 0) return null
  return (
    <section className="section grid gap-10 lg:grid-cols-[1fr_1.4fr]" aria-labelledby="emergency-kit">
      <div className="grid content-start gap-4">
        <p className="eyebrow">Be prepared</p>
        <h2 id="emergency-kit" className="headline">
          {kitTitle}
        </h2>
        {kitText && <p className="lead">{kitText}</p>}
        {kitButton && (
          <p>
            <Link to={searchFor(things[0]!.title)} className="btn btn-quiet">
              {kitButton}
            </Link>
          </p>
        )}
      </div>
      <ol className="panel divide-y divide-line px-5 sm:px-7">
        {things.map(({ title, text }, n) => (
          <li key={title} className="grid grid-cols-[2.5rem_1fr] items-baseline gap-3 py-4">
            <span className="font-display text-xl font-bold tabular-nums text-accent-text" aria-hidden="true">
              {n + 1}
            </span>
            <div>
              <h3 className="text-lg">
                {sold.includes(title) ? (
                  <Link to={searchFor(title)} className="text-link">
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </h3>
              <p className="text-[15px] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
