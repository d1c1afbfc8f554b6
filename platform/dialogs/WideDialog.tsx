import type { ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useModal } from './use-modal.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** For forms and lists. */
export function WideDialog({ title, onClose, children }: Props) {
  const modal = useModal(onClose)
  const id = useId()
  return (
    <dialog {...modal} aria-labelledby={id} className="dialog dialog-wide">
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="pt-2 text-[22px] wrap-anywhere">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
