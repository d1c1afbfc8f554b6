import { flushSync } from 'react-dom'
import { Icon } from '~/platform/ui/Icon.tsx'

type Props = {
  number: number
  isFirst: boolean
  isLast: boolean
  canRemove: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** What dragging does, for the keyboard and for fingers. */
export function PictureButtons({ number, isFirst, isLast, canRemove, onMove, onRemove }: Props) {
  const mover = (by: -1 | 1, isAtEnd: boolean) => (
    <button
      type="button"
      className="icon-button aria-disabled:cursor-default aria-disabled:opacity-40"
      aria-label={`Move picture ${number} ${by < 0 ? 'earlier' : 'later'}`}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return
        flushSync(() => onMove(by))
        // A row that changes its place loses the focus.
        currentTarget.focus()
      }}
    >
      <span className={by < 0 ? 'rotate-90' : '-rotate-90'}>
        <Icon name="back" />
      </span>
    </button>
  )
  return (
    <span className="flex flex-none">
      {mover(-1, isFirst)}
      {mover(1, isLast)}
      {canRemove && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove picture ${number}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  )
}
