import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = { isChanged: () => boolean }

/** Asks before a page is left with something on it that is not saved: by a link, by Back, or by closing the window. */
export function UnsavedChanges({ isChanged }: Props) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      `${from.pathname}${from.search}` !== `${to.pathname}${to.search}` && isChanged(),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      yes="Leave"
      no="Stay here"
      onYes={async () => blocker.proceed()}
      onNo={() => blocker.reset()}
    >
      <p>What you have changed on this page is not saved.</p>
    </ConfirmDialog>
  )
}
