import delivery from '~/app/look/feature-delivery.webp'
import genuine from '~/app/look/feature-genuine.webp'
import workshop from '~/app/look/feature-workshop.webp'

const features = [
  {
    picture: genuine,
    alt: 'An open black case with a filter, bearings and brake parts in foam',
    title: 'Parts described in full',
    text: 'What is in the box, what it measures, and what to check before you order.',
  },
  {
    picture: workshop,
    alt: 'A brake disc with an orange caliper on a bench before a wall of tools',
    title: 'Answers from the workshop',
    text: 'Squeaks, leaks, warning lights: what drivers ask, and what to do about it.',
  },
  {
    picture: delivery,
    alt: 'A cardboard parcel racing along on four car wheels',
    title: 'On your doorstep',
    text: 'Home delivery costs nothing when you order for more than $100.',
  },
]

export function Features() {
  return (
    <section className="section" aria-labelledby="features">
      <p className="eyebrow">What we do</p>
      <h2 id="features" className="headline mt-2">
        One shop, from the shelf to your door
      </h2>
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {features.map(({ picture, alt, title, text }) => (
          <li key={title} className="panel overflow-hidden">
            <img
              src={picture}
              alt={alt}
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
