import { useNavigation } from 'react-router'

/** CSS shows it only when the page takes its time. */
export const PageProgress = () =>
  useNavigation().state === 'idle' ? null : (
    <div className="page-progress" role="progressbar" aria-label="Loading the page" />
  )
