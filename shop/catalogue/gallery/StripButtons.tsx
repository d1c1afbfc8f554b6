import { Icon } from '~/platform/ui/Icon.tsx'

type Props = { shown: number; count: number; go: (to: number) => void }

/** To the picture before and after, where there is a mouse. */
export function StripButtons({ shown, count, go }: Props) {
  if (count < 2) return null
  return (
    <>
      <button
        type="button"
        className="icon-button strip-button top-1/2 left-3 -translate-y-1/2 pointer-coarse:hidden"
        aria-label="Previous picture"
        aria-disabled={shown === 0}
        onClick={() => go(shown - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        className="icon-button strip-button top-1/2 right-3 -translate-y-1/2 pointer-coarse:hidden"
        aria-label="Next picture"
        aria-disabled={shown === count - 1}
        onClick={() => go(shown + 1)}
      >
        <Icon name="arrow" />
      </button>
    </>
  )
}

export const StripCount = ({ shown, count }: Omit<Props, 'go'>) => (
  <p className="flex-none text-sm font-medium tabular-nums text-muted" role="status">
    <span className="sr-only">Picture </span>
    {shown + 1} <span aria-hidden="true">/</span>
    <span className="sr-only">of</span> {count}
  </p>
)
