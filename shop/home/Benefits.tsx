import type { IconName } from '~/platform/ui/Icon.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'

const benefits: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'truck',
    title: 'Free home delivery over $100',
    text: 'Order for more than $100 and we carry the parcel to your door at our cost.',
  },
  {
    icon: 'shield',
    title: 'Quality you can measure',
    text: 'Thread, thickness, diameter: the page of a part says what to compare with your old one.',
  },
  {
    icon: 'chat',
    title: 'Online support',
    text: 'Stuck halfway through the job? Write to us: every message reaches the workshop.',
  },
]

export function Benefits() {
  return (
    <section aria-label="Why buy here" className="container-page pb-6 pt-24">
      <ul className="grid gap-8 md:grid-cols-3">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-12 flex-none place-items-center rounded-card bg-accent-tint text-xl text-accent-text">
              <Icon name={icon} />
            </span>
            <div className="grid content-start gap-1">
              <h2 className="text-lg">{title}</h2>
              <p className="text-[15px] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
