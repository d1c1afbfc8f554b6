import type { ReactNode, SyntheticEvent } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'

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

/** The browser's own modal dialog, while it is rendered: the page behind it is out of reach. */
export function useModal(onClose: (() => void) | undefined) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current!
    if (!dialog.open) dialog.showModal()
    // Before it leaves the page: only a dialog that is closed gives the focus back to where it was.
    return () => dialog.close()
  }, [])
  return {
    ref,
    onClose({ currentTarget: { isConnected, open } }: SyntheticEvent<HTMLDialogElement>) {
      if (isConnected && !open) onClose?.()
    },
  }
}

type DialogSubjectProps = { picture?: ReactNode; name: string; children?: ReactNode }

/** What a dialog is about, under its words: nobody should have to remember which row they pressed. */
export const DialogSubject = ({ picture, name, children }: DialogSubjectProps) => (
  <div className="dialog-subject">
    {picture && <span className="w-16 flex-none">{picture}</span>}
    <div className="min-w-0">
      <p className="font-semibold text-ink">{name}</p>
      {children && <p className="text-sm">{children}</p>}
    </div>
  </div>
)

type WideDialogProps = { title: string; onClose: () => void; children: ReactNode }

/** For forms and lists. */
export function WideDialog({ title, onClose, children }: WideDialogProps) {
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

/** What is being done with a row of a list, in a dialog that says in the end whether something has changed. */
export function useTask<Task>() {
  const { revalidate } = useRevalidator()
  const [task, setTask] = useState<Task>()
  function close(hasChanged: boolean) {
    setTask(undefined)
    if (hasChanged) void revalidate()
  }
  return { task, setTask, close }
}
