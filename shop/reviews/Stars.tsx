import { Icon } from '~/platform/ui/Icon.tsx'

export const Stars = ({ rating }: { rating: number }) => (
  <p className="flex gap-0.5 text-accent-text">
    <span className="sr-only">{rating} out of 5 stars</span>
    {[1, 2, 3, 4, 5].map((n) => (
      <Icon key={n} name="star" filled={n <= Math.round(rating)} />
    ))}
  </p>
)
