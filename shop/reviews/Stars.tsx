import { Icon } from '~/platform/ui/Icon.tsx'

/** In halves: an average of 4.5 is four and a half stars. */
export function Stars({ rating }: { rating: number }) {
  const halves = Math.round(rating * 2)
  return (
    <p className="flex gap-0.5 text-accent-text">
      <span className="sr-only">{`${rating} out of 5 stars`}</span>
      {[1, 2, 3, 4, 5].map((n) => (
        <Icon key={n} name={halves === 2 * n - 1 ? 'star-half' : 'star'} filled={halves >= 2 * n} />
      ))}
    </p>
  )
}
