import { Icon } from '~/platform/ui/Icon.tsx'

type Props = { rating: number; choose: (rating: number) => void }

/** Radio buttons styled as stars: keyboard and screen readers work as usual. */
export const RatingChoice = ({ rating, choose }: Props) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">Rating</legend>
    <div className="-ml-2 flex text-[22px] text-accent-text">
      {[1, 2, 3, 4, 5].map((n) => (
        <label key={n} className="icon-button">
          <input
            type="radio"
            name="rating"
            value={n}
            checked={rating === n}
            onChange={() => choose(n)}
            className="sr-only"
          />
          <Icon name="star" filled={n <= rating} />
          <span className="sr-only">{n === 1 ? '1 star' : `${n} stars`}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
