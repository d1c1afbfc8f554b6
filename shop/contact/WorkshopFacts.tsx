import { Icon } from '~/platform/ui/Icon.tsx'

const hours = [
  { days: 'Monday to Friday', open: '8:00 to 18:00' },
  { days: 'Saturday', open: '9:00 to 13:00' },
  { days: 'Sunday', open: 'Closed' },
]

const contacts = [
  { icon: 'mail', to: 'mailto:workshop@carparts.example', text: 'workshop@carparts.example' },
  { icon: 'phone', to: 'tel:+15555550142', text: '(555) 555-0142' },
] as const

export const WorkshopFacts = () => (
  <div className="grid content-start gap-6 border-t border-line pt-8 sm:grid-cols-2">
    <section aria-labelledby="workshop" className="grid content-start gap-3">
      <h2 id="workshop" className="text-lg">
        The workshop
      </h2>
      <address className="grid gap-1 not-italic">
        <p className="flex gap-3">
          <span className="mt-0.5 text-accent-text">
            <Icon name="pin" />
          </span>
          <span>
            14 Flywheel Lane
            <br />
            Old Tannery Yard, Millbridge
          </span>
        </p>
        {contacts.map(({ icon, to, text }) => (
          <p key={to} className="flex items-center gap-3">
            <span className="text-accent-text">
              <Icon name={icon} />
            </span>
            <a href={to} className="text-link flex min-h-11 items-center">
              {text}
            </a>
          </p>
        ))}
      </address>
    </section>
    <section aria-labelledby="hours" className="grid content-start gap-3">
      <h2 id="hours" className="text-lg">
        Opening hours
      </h2>
      <dl className="grid">
        {hours.map(({ days, open }) => (
          <div key={days} className="flex justify-between gap-4 border-b border-line py-2 last:border-0">
            <dt className="text-muted">{days}</dt>
            <dd className="font-medium tabular-nums">{open}</dd>
          </div>
        ))}
      </dl>
    </section>
  </div>
)
