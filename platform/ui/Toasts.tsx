import { Icon } from './Icon.tsx'
import { closeToast, holdToasts, releaseToasts, toastStore } from './toasts.ts'

export function Toasts() {
  const toasts = toastStore.use((shown) => shown)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="toasts"
      onPointerEnter={holdToasts}
      onPointerLeave={releaseToasts}
      onFocus={holdToasts}
      onBlur={releaseToasts}
    >
      {toasts.map(({ id, kind, text, actions }) => (
        <div key={id} className={`toast-card toast-${kind}`}>
          <Icon name={kind === 'success' ? 'check' : 'alert'} />
          <p>{text}</p>
          {actions.map((action) => (
            <button
              key={action.text}
              type="button"
              className="toast-action text-link"
              onClick={() => {
                close(id)
                action.run()
              }}
            >
              {action.text}
            </button>
          ))}
          <button type="button" className="icon-button" aria-label="Close" onClick={() => close(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  )
}

/** The focus goes with its button, and no event says so. */
function close(id: number) {
  closeToast(id)
  releaseToasts()
}
