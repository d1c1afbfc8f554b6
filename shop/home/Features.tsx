import delivery from '~/app/look/feature-delivery.webp'
import genuine from '~/app/look/feature-genuine.webp'
import workshop from '~/app/look/feature-workshop.webp'
import { pairsOf } from '~/shop/business/shown.ts'
import type { HomeTexts } from './HomePage.tsx'

const pictures = [
  { src: genuine, alt: 'An open black case with a filter, bearings and brake parts in foam' },
  { src: workshop, alt: 'A brake disc with an orange caliper on a bench before a wall of tools' },
  { src: delivery, alt: 'A cardboard parcel racing along on four car wheels' },
]

export function Features({ texts: { featuresTitle, features } }: { texts: HomeTexts }) {
  const shown = pairsOf(features)
  if (shown.length === 0) return null
  return (
    <section className="section" aria-labelledby="features">
      <p className="eyebrow">What we do</p>
      <h2 id="features" className="headline mt-2">
        {featuresTitle}
      </h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {shown.map(({ title, text }, n) => (
          <li key={title} className="panel overflow-hidden">
            <img
              src={pictures[n % pictures.length]!.src}
              alt={pictures[n % pictures.length]!.alt}
              width={800}
              height={600}
              loading="lazy"
              className="photo aspect-4/3 w-full"
            />
            <div className="grid gap-1 p-5">
              <h3 className="text-lg">{title}</h3>
              <p className="text-[15px] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
