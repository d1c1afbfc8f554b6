import type { SyntheticEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'

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
