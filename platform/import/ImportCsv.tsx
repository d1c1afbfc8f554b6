import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { FormError } from '../ui/Form.tsx'
import type { ImportReport } from './import-report.ts'

type Props = {
  title: string
  /** Of the button. */
  text?: string
  /** What one of the lines is. */
  one: string
  hint: string
  send: (body: { csv: string; planKey?: string }) => Promise<ImportReport>
  onImported: () => void
}
type Preview = { name: string; csv: string; report: ImportReport }

/** First a look at what a file would change, then all of it or nothing. */
function ImportCsv({ title, text = 'Import CSV', one, hint, send: sendFile, onImported }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function send(name: string, csv: string, planKey?: string) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const report = await sendFile({ csv, ...(planKey && { planKey }) })
      if (!report.applied) return setPreview({ name, csv, report })
      toast('success', `${countOf(report.adds.length, one)} added, ${report.changes.length} changed`)
      close()
      onImported()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.body.report) setPreview({ name, csv, report: error.body.report as ImportReport })
    } finally {
      setIsBusy(false)
    }
  }
  function close() {
    setIsOpen(false)
    setPreview(undefined)
    setProblem(undefined)
  }

  return (
    <>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsOpen(true)}>
        {text}
      </button>
      {isOpen && (
        <WideDialog title={title} onClose={close}>
          <label className="drop-zone">
            <input
              type="file"
              accept=".csv,text/csv"
              className="sr-only"
              onChange={async ({ currentTarget }) => {
                const file = currentTarget.files?.[0]
                currentTarget.value = ''
                const csv = file && (await textOf(file))
                if (csv === undefined) setProblem(file && notUnicode)
                else await send(file!.name, csv)
              }}
            />
            <span className="text-sm text-muted">
              {isBusy
                ? 'Looking at it…'
                : preview
                  ? `${preview.name} – choose another file`
                  : 'Choose a CSV file'}
            </span>
            <span className="field-hint">{hint} Nothing changes before you have seen it.</span>
          </label>
          <FormError text={problem} />
          {preview && (
            <ImportPreview
              report={preview.report}
              one={one}
              isBusy={isBusy}
              onApply={() => void send(preview.name, preview.csv, preview.report.planKey)}
            />
          )}
        </WideDialog>
      )}
    </>
  )
}

const notUnicode =
  'This file is not in UTF-8: letters such as ü and × would be lost. Save it as “CSV UTF-8” and choose it again.'

/** Undefined when it is in another encoding, as spreadsheets write by default in many countries. */
async function textOf(file: File) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

type ImportPreviewProps = {
  report: ImportReport
  /** What one of the lines is. */
  one: string
  isBusy: boolean
  onApply: () => void
}

const mostShown = 100

function ImportPreview({ report, one, isBusy, onApply }: ImportPreviewProps) {
  const { adds, changes, unchanged, problems } = report
  const willDo = adds.length + changes.length
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="font-medium">
        {adds.length} new, {changes.length} changed, {unchanged} unchanged
        {problems.length > 0 && `, ${countOf(problems.length, 'mistake')}`}
      </p>
      {problems.length > 0 && (
        <List title="To mend first: nothing is imported while there are mistakes">
          {problems.slice(0, mostShown).map(({ line, message }) => (
            <li key={`${line} ${message}`} className="text-danger">
              Line {line}: {message}
            </li>
          ))}
        </List>
      )}
      {changes.length > 0 && (
        <List title="Changed">
          {changes.slice(0, mostShown).map(({ line, name, changes }) => (
            <li key={line}>
              <span className="font-medium">{name}</span>
              {Object.entries(changes).map(([field, { from, to }]) => (
                <span key={field} className="block text-muted">
                  {field}: <del>{from}</del> → <ins className="no-underline text-ink">{to}</ins>
                </span>
              ))}
            </li>
          ))}
        </List>
      )}
      {adds.length > 0 && (
        <List title="New">
          {adds.slice(0, mostShown).map(({ line, name }) => (
            <li key={line}>{name}</li>
          ))}
        </List>
      )}
      <button
        type="button"
        className="btn btn-main justify-self-start"
        disabled={isBusy || problems.length > 0 || willDo === 0}
        onClick={onApply}
      >
        {isBusy ? 'Importing…' : willDo === 0 ? 'Nothing to import' : `Import ${countOf(willDo, one)}`}
      </button>
    </div>
  )
}

const List = ({ title, children }: { title: string; children: React.ReactNode[] }) => (
  <section className="grid gap-2">
    <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard alone must be able to scroll it
      tabIndex={0}
      aria-label={title}
      className="panel grid max-h-60 shadow-none gap-2 overflow-y-auto p-3 text-sm"
    >
      {children}
      {children.length === mostShown && <li className="text-muted">and more …</li>}
    </ul>
  </section>
)

type FilesProps = Props & { download: () => Promise<Response>; exportText?: string }

/** A list as one file, and back again. */
export const CsvFiles = ({ download, exportText = 'Export CSV', ...back }: FilesProps) => (
  <>
    <DownloadButton download={download} text={exportText} busy="Exporting…" className="btn-small" />
    <ImportCsv {...back} />
  </>
)
