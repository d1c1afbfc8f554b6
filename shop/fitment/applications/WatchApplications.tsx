import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { applicationsRoutes } from '~/shop/admin-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { useCurrent } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import { ApplicationsChip, applicationStateName } from './ApplicationsChip.tsx'
import type { AcesHeader } from './aces/said.ts'
import type { WatchedApplications } from './contract.ts'
import { FoundInFile } from './FoundInFile.tsx'
import { isApplicationsMoving } from './rules.ts'

type Next = 'checking' | 'applying' | 'cancelled' | 'undoing'

/** How far a file is, what it would change, and what of it is set aside. */
export function WatchApplications({ file }: { file: WatchedApplications }) {
  const { _id: id, fileName, supplier, email, createdAt } = file
  const { current, reload } = useCurrent(file, {
    read: () => authApi(applicationsRoutes.getApplicationImport, { params: { id } }),
    isMoving: ({ state }) => isApplicationsMoving(state),
  })
  const { state, found } = current
  const [asked, setAsked] = useState<'cancelled' | 'undoing'>()
  const [isBusy, setIsBusy] = useState(false)
  async function become(next: Next) {
    setIsBusy(true)
    try {
      await authApi(applicationsRoutes.setApplicationsState, { params: { id }, body: { state: next } })
    } catch (error) {
      toastError(error)
    }
    await reload()
    setIsBusy(false)
    setAsked(undefined)
  }
  const button = (text: string, onClick: () => void, look = 'btn-quiet') => (
    <button
      type="button"
      className={`btn ${look}`}
      aria-disabled={isBusy}
      onClick={() => isBusy || onClick()}
    >
      {text}
    </button>
  )
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <Title page={fileName} />
      <Link to={urls.vehicles('applications')} className="text-link justify-self-start">
        Supplier lists
      </Link>
      <header className="grid gap-2">
        <h1 className="text-[28px] wrap-anywhere sm:text-[36px]">{fileName}</h1>
        <p className="flex flex-wrap items-center gap-3 text-muted">
          <ApplicationsChip state={state} />
          <span className="wrap-anywhere">
            From {supplier}, sent by {email}, <DateTime at={createdAt} toTheMinute />
          </span>
        </p>
      </header>
      {current.header && <AboutAces {...current.header} />}
      <Progress file={current} />
      {found && !isApplicationsMoving(state) && <FoundInFile found={found} lines={current.lines} />}
      <div className="flex flex-wrap gap-3">
        {state === 'checked' &&
          found &&
          !found.broken &&
          current.header?.submission !== 'TEST' &&
          button('Make the lists', () => void become('applying'), 'btn-main')}
        {(state === 'checked' || state === 'done') &&
          found &&
          !found.broken &&
          button(state === 'done' ? 'Make the lists again' : 'Look again', () => void become('checking'))}
        {(isApplicationsMoving(state) || state === 'checked' || state === 'sending') &&
          state !== 'undoing' &&
          button('Cancel', () => setAsked('cancelled'))}
        {current.mayBeUndone && button('Undo this file', () => setAsked('undoing'))}
      </div>
      {asked && (
        <ConfirmDialog
          {...(asked === 'undoing' ? undoing : cancelling)}
          onYes={() => become(asked)}
          onNo={() => setAsked(undefined)}
        >
          <p>{asked === 'undoing' ? whatUndoingDoes : whatCancellingDoes}</p>
          <DialogSubject name={fileName}>{countOf(current.lines, 'line')}</DialogSubject>
        </ConfirmDialog>
      )}
    </div>
  )
}

const submissions = {
  FULL: 'All of the parts that it names',
  UPDATE: 'Only what is different',
  TEST: 'A test: it can be looked at, but not applied',
}

const AboutAces = ({ version, title, submission, transferred, edition }: AcesHeader) => (
  <p className="text-muted wrap-anywhere">
    {[`ACES ${version}`, title, transferred, edition && `vehicle tables of ${edition}`]
      .filter(Boolean)
      .join(', ')}
    . {submissions[submission]}.
  </p>
)

/** Said aloud only so often. */
const step = 10

function Progress({
  file: { state, lines, doneLines, parts, doneParts, added, removed },
}: {
  file: WatchedApplications
}) {
  if (state === 'failed')
    return (
      <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
        The shop has tried it several times and got no further. What is done stays. Send the file again, or
        ask the operator of the shop to look at its log.
      </p>
    )
  if (isApplicationsMoving(state)) {
    const [done, all] = state === 'reading' ? [doneLines, lines] : [doneParts, parts]
    const share = all === 0 ? 0 : Math.min(1, done / all)
    return (
      <div className="panel grid gap-3 p-5 shadow-none">
        <progress aria-label="Progress" className="h-2 w-full accent-accent" max={1} value={share} />
        <p role="status" className="sr-only">
          {applicationStateName(state)}, {Math.floor((share * 100) / step) * step} percent
        </p>
        <p className="text-muted">
          {applicationStateName(state)}: {countOf(done, state === 'reading' ? 'line' : 'part')} done. You may
          close this page: the shop goes on by itself.
        </p>
      </div>
    )
  }
  if (state !== 'done' && state !== 'undone') return null
  return (
    <p role="status" className="font-medium text-success">
      {countOf(added, 'line')} added to the lists of parts, {countOf(removed, 'line')} removed.
    </p>
  )
}

const cancelling = { title: 'Cancel this file?', yes: 'Cancel it', no: 'Let it go on', busy: 'Cancelling…' }
const undoing = { title: 'Undo this file?', yes: 'Undo it', no: 'Leave it', busy: 'Undoing…' }
const whatCancellingDoes = 'Lists that are made already stay; the rest of the file is left out.'
const whatUndoingDoes =
  'The lists of its parts become what they were before it. What somebody has written by hand stays.'
