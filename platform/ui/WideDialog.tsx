import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { Icon } from './Icon.tsx'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** For forms and lists. Stands there while it is rendered; the browser keeps the focus inside and gives it back. */
export function WideDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} className="dialog dialog-wide" onClose={onClose}>
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="pt-2 text-[22px]">
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
