import type { ReactNode } from 'react'
import { useId, useLayoutEffect } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useModal } from './use-modal.ts'

type Props = {
  /** Also after Escape; while something is under way, leave it out and the dialog stays. */
  onClose?: (() => void) | undefined
  title: string
  tone?: 'asks' | 'done'
  children: ReactNode
  /** The harmless one first: it has the focus when the dialog opens. */
  actions: ReactNode
}

export function Dialog({ onClose, title, tone = 'asks', children, actions }: Props) {
  const modal = useModal(onClose)
  const id = useId()
  // What was focused may have gone with the former question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another question
  useLayoutEffect(() => modal.ref.current?.querySelector('button')?.focus(), [title])
  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="dialog"
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
