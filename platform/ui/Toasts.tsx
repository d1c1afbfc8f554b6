import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import type { Toast } from './toasts.ts'
import { closeToast, currentToasts, subscribeToToasts } from './toasts.ts'

const none: Toast[] = []

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  return (
    <section aria-label="Notifications" aria-live="polite" className="toasts">
      {toasts.map(({ id, kind, text }) => (
        <div key={id} className={`toast-card toast-${kind}`}>
          <Icon name={kind === 'success' ? 'check' : 'alert'} />
          <p>{text}</p>
          <button type="button" className="icon-button" aria-label="Close" onClick={() => closeToast(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  )
}
