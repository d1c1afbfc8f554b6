import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { Icon } from './Icon.tsx'

type Props = {
  isOpen: boolean
  /** Also after Escape; while something is under way, leave it out and the dialog stays. */
  onClose?: (() => void) | undefined
  title: string
  tone?: 'asks' | 'done'
  children: ReactNode
  /** The harmless one first: it has the focus when the dialog opens. */
  actions: ReactNode
}

/** The browser's own modal dialog: the page behind it is out of reach, and the focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, tone = 'asks', children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  // What was focused may have gone with the former question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another question
  useEffect(() => {
    if (isOpen) dialog.current?.querySelector('button')?.focus()
  }, [isOpen, title])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="dialog"
      onClose={onClose}
      onCancel={(event) => {
        if (!onClose) event.preventDefault()
      }}
    >
      <span className={`dialog-mark ${tone === 'done' ? 'text-success' : 'text-warn'}`}>
        <Icon name={tone === 'done' ? 'check' : 'alert'} />
      </span>
      <h2 id={`${id}-title`} className="text-[28px]">
        {title}
      </h2>
      <div id={`${id}-text`} className="text-muted">
        {children}
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
    </dialog>
  )
}
