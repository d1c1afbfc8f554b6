import delivery from '~/app/art/feature-delivery.webp'
import genuine from '~/app/art/feature-genuine.webp'
import workshop from '~/app/art/feature-workshop.webp'

const features = [
  {
    picture: genuine,
    alt: 'An open black case with a filter, bearings and brake parts in foam',
    title: 'Genuine parts',
    text: 'Original or of the same make, with the part number on the box. No lookalikes.',
  },
  {
    picture: workshop,
    alt: 'A brake disc with an orange caliper on a bench before a wall of tools',
    title: 'Fitted in our workshop',
    text: 'Rather not lie under the car? We fit what we sell and stand by the work.',
  },
  {
    picture: delivery,
    alt: 'A cardboard parcel racing along on four car wheels',
    title: 'On your doorstep',
    text: 'Packed so that a brake disc arrives as flat as it left us.',
  },
]

export function Features() {
  return (
    <section className="section" aria-labelledby="features">
      <p className="eyebrow">What we do</p>
      <h2 id="features" className="headline mt-2">
        One shop, from the shelf to the lift
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
