import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { DialogSubject } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { FoundLists, ImportPreview } from '~/platform/import/ImportPreview.tsx'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { importsRoutes } from '~/shop/admin-routes.ts'
import { authApi, fetchAs } from '~/shop/identity/session/auth-client.ts'
import { useCurrent } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { WatchedImport } from './contract.ts'
import { ImportChip, unnamed } from './ImportChip.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { isImportMoving, isImportOver } from './rules.ts'

/** How far a file is, what it would change, and what came of it. */
export function WatchImport({ file }: { file: WatchedImport }) {
  const { _id: id, supplier, email, createdAt } = file
  const fileName = file.fileName || unnamed
  const { current, reload } = useCurrent(file, {
    read: () => authApi(importsRoutes.getImport, { params: { id } }),
    isMoving: ({ state }) => isImportMoving(state),
  })
  const { state, found, endedAt, mistakes } = current
  const [asked, setAsked] = useState<'cancelled' | 'undoing'>()
  const [isBusy, setIsBusy] = useState(false)
  async function become(body: { state: 'applying' | 'cancelled' | 'undoing'; leaveOut?: boolean }) {
    setIsBusy(true)
    try {
      await authApi(importsRoutes.setImportState, { params: { id }, body })
    } catch (error) {
      toastError(error)
    }
    await reload()
    setIsBusy(false)
    setAsked(undefined)
  }
  const mistakesFile = (
    <DownloadButton
      download={() => fetchAs(importsRoutes.exportImportMistakes, { params: { id } })}
      text="Download the list of mistakes"
      busy="Downloading…"
      className="btn-small justify-self-start"
    />
  )
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <Title page={fileName} />
      <Link to={urls.importProducts()} className="text-link justify-self-start">
        Import products
      </Link>
      <header className="grid gap-2">
        <h1 className="text-[28px] wrap-anywhere sm:text-[36px]">{fileName}</h1>
        <p className="flex flex-wrap items-center gap-3 text-muted">
          <ImportChip state={state} />
          <span className="wrap-anywhere">
            Sent by {email}, <DateTime at={createdAt} toTheMinute />
            {supplier && `, from ${supplier}`}
            {endedAt && (
              <>
                , {state === 'done' ? 'done' : 'ended'} <DateTime at={endedAt} toTheMinute />
              </>
            )}
          </span>
        </p>
      </header>
      {state === 'sending' && (
        <p className="text-muted">
          Not all of this file has arrived. Leave the page that sends it open, or send it again.
        </p>
      )}
      {state !== 'sending' && state !== 'checked' && <ImportProgress file={current} />}
      {state === 'checked' && found && (
        <section className="grid grid-cols-1 gap-4" aria-labelledby="import-preview">
          <h2 id="import-preview" className="text-[22px]">
            What it would change
          </h2>
          <ImportPreview
            report={found}
            totals={current}
            mistakesFile={mistakesFile}
            one="product"
            isBusy={isBusy}
            mayLeaveOut
            onApply={(leaveOut) => void become({ state: 'applying', leaveOut })}
          />
        </section>
      )}
      {isImportOver(state) && mistakes > 0 && mistakesFile}
      {state === 'done' && <FoundLists lists={found?.lists ?? []} />}
      {state === 'done' && (
        <Link to={urls.manageProducts()} className="text-link justify-self-start">
          To the products
        </Link>
      )}
      {!isImportOver(state) && state !== 'undoing' && (
        <button
          type="button"
          className="btn btn-quiet justify-self-start"
          onClick={() => setAsked('cancelled')}
        >
          Cancel this import
        </button>
      )}
      {current.mayBeUndone && (
        <button
          type="button"
          className="btn btn-quiet justify-self-start"
          onClick={() => setAsked('undoing')}
        >
          Undo this import
        </button>
      )}
      {asked && (
        <ConfirmDialog
          {...(asked === 'undoing' ? undoing : cancelling)}
          onYes={() => become({ state: asked })}
          onNo={() => setAsked(undefined)}
        >
          <p>{asked === 'undoing' ? whatUndoingDoes : state === 'applying' ? whatStays : whatIsDeleted}</p>
          <DialogSubject name={fileName}>{countOf(current.lines, 'line')}</DialogSubject>
        </ConfirmDialog>
      )}
    </div>
  )
}

const cancelling = {
  title: 'Cancel this import?',
  yes: 'Cancel it',
  no: 'Let it go on',
  busy: 'Cancelling…',
}
const undoing = { title: 'Undo this import?', yes: 'Undo it', no: 'Leave it', busy: 'Undoing…' }
const whatStays = 'What is imported already stays; the rest of the file is left out.'
const whatIsDeleted = 'Nothing has been changed yet. The file is deleted.'
const whatUndoingDoes =
  'What it has changed becomes what it was, unless somebody has changed it since. New products are deleted, or hidden where something of them was sold or changed. What was sold is sold.'
