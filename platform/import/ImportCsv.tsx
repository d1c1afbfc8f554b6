import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { WideDialog } from '~/platform/dialogs/Dialog.tsx'
import { countOf } from '~/platform/figures.ts'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { FormError } from '../ui/Form.tsx'
import type { Encoding } from './decode-text.ts'
import { decodeText } from './decode-text.ts'
import { EncodingNote, ImportPreview } from './ImportPreview.tsx'
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
type Chosen = { name: string; csv: string; encoding: Encoding }
type Preview = Chosen & { report: ImportReport }

/** First a look at what a file would change, then all of it or nothing. */
function ImportCsv({ title, text = 'Import CSV', one, hint, send: sendFile, onImported }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function send(chosen: Chosen, planKey?: string) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const report = await sendFile({ csv: chosen.csv, ...(planKey && { planKey }) })
      if (!report.applied) return setPreview({ ...chosen, report })
      toast('success', `${countOf(report.adds.length, one)} added, ${report.changes.length} changed`)
      close()
      onImported()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.body.report) setPreview({ ...chosen, report: error.body.report as ImportReport })
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
                if (!file) return
                const { text: csv, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()))
                await send({ name: file.name, csv, encoding })
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
          {preview && <EncodingNote encoding={preview.encoding} />}
          {preview && (
            <ImportPreview
              report={preview.report}
              one={one}
              isBusy={isBusy}
              onApply={() => void send(preview, preview.report.planKey)}
            />
          )}
        </WideDialog>
      )}
    </>
  )
}

type FilesProps = Props & { download: () => Promise<Response>; exportText?: string }

/** A list as one file, and back again. */
export const CsvFiles = ({ download, exportText = 'Export CSV', ...back }: FilesProps) => (
  <>
    <DownloadButton download={download} text={exportText} busy="Exporting…" className="btn-small" />
    <ImportCsv {...back} />
  </>
)
