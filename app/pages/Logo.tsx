import { useBusiness } from '~/shop/business/use-business.ts'

/** What the drawing says. */
const drawnName = 'Car Parts'

/** The disc is a C, the caliper grips it, the nut is the hub. Drawn in the colour of the text around it. */
export function Logo({ className }: { className: string }) {
  const { shop, look } = useBusiness()
  // Of a fixed room, which nothing moves in when the picture comes.
  if (look.logo) return <img src={look.logo} alt={shop.name} className={`own-logo ${className}`} />
  if (shop.name === drawnName)
    return (
      <svg className={className} role="img" aria-label={shop.name}>
        <use href="#logo" />
      </svg>
    )
  // Another shop's name is set in type, beside the mark.
  return (
    <span className={`flex items-center ${className} w-auto! max-w-64!`}>
      <svg className="h-full w-9 flex-none" aria-hidden="true">
        <use href="#logo" />
      </svg>
      <span className="truncate font-display text-xl font-bold tracking-tight">{shop.name}</span>
    </span>
  )
}
