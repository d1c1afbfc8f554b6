import type { ReactNode } from 'react'
import { useState } from 'react'
import { countOf, formatCount } from '~/platform/figures.ts'
import { saveFile } from '~/platform/lists/DownloadButton.tsx'
import { byteOrderMark, csvLine } from './csv-text.ts'
import type { Encoding } from './decode-text.ts'
import type { ImportReport } from './import-report.ts'

/** Which letters a file has is only known where it is in Unicode. */
export const EncodingNote = ({ encoding }: { encoding: Encoding }) =>
  encoding === 'Windows-1252' && (
    <p className="field-hint">
      This file is not in Unicode and was read as Windows-1252: look whether its letters are right.
    </p>
  )

type ImportPreviewProps = {
  report: Pick<ImportReport, 'isReadable' | 'problems' | 'notes' | 'unchanged' | 'adds' | 'changes'> & {
    lists?: FoundList[]
  }
  /** How many there are where the report has only the first of each. */
  totals?: Totals
  /** All mistakes, where the report has only the first. */
  mistakesFile?: ReactNode
  /** What one of the lines is. */
  one: string
  isBusy: boolean
  onApply: (leaveOut: boolean) => void
  /** Lines with problems may be left out. */
  mayLeaveOut?: boolean
}

type Totals = { added: number; changed: number; mistakes: number; badLines: number }

/** What is to know of single rows: how many there are, and the first. */
export type FoundList = { title: string; count: number; first: string[] }

const mostShown = 100

export function ImportPreview({
  report,
  totals = totalsOf(report),
  mistakesFile,
  one,
  isBusy,
  onApply,
  mayLeaveOut = false,
}: ImportPreviewProps) {
  const { adds, changes, unchanged, problems, notes } = report
  const [leaveOut, setLeaveOut] = useState(false)
  const { added, changed, mistakes, badLines: bad } = totals
  const canLeaveOut = mayLeaveOut && report.isReadable && bad > 0
  const isStopped = bad > 0 && !(canLeaveOut && leaveOut)
  const willDo = added + changed
  return (
    <div className="grid gap-4" aria-live="polite">
      <p className="font-medium">
        {formatCount(added)} new, {formatCount(changed)} changed, {formatCount(unchanged)} unchanged
        {mistakes > 0 && `, ${countOf(mistakes, 'mistake')}`}
      </p>
      {problems.length > 0 && (
        <List
          title={
            canLeaveOut
              ? 'Lines with mistakes'
              : 'To mend first: nothing is imported while there are mistakes'
          }
        >
          {problems.slice(0, mostShown).map(({ line, message }) => (
            <li key={`${line} ${message}`} className="text-danger">
              Line {formatCount(line)}: {message}
            </li>
          ))}
        </List>
      )}
      {problems.length > 0 &&
        (mistakesFile ?? (
          <button
            type="button"
            className="btn btn-quiet btn-small justify-self-start"
            onClick={() => saveFile('problems.csv', new Blob([problemsFile(problems)], { type: 'text/csv' }))}
          >
            Download the list of mistakes
          </button>
        ))}
      {notes.length > 0 && (
        <List title="To know">
          {notes.slice(0, mostShown).map(({ line, message, count }) => (
            <li key={message}>
              {message}{' '}
              <span className="text-muted">
                (
                {count === 1
                  ? `line ${formatCount(line)}`
                  : `${formatCount(count)} lines, the first is ${formatCount(line)}`}
                )
              </span>
            </li>
          ))}
        </List>
      )}
      <FoundLists lists={report.lists ?? []} />
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
      {canLeaveOut && willDo > 0 && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={leaveOut} onChange={({ target }) => setLeaveOut(target.checked)} />
          Leave out the {countOf(bad, 'line')} with mistakes
        </label>
      )}
      <button
        type="button"
        className="btn btn-main justify-self-start"
        disabled={isBusy || isStopped || willDo === 0}
        onClick={() => onApply(leaveOut)}
      >
        {isBusy ? 'Importing…' : willDo === 0 ? 'Nothing to import' : `Import ${countOf(willDo, one)}`}
      </button>
    </div>
  )
}

export const FoundLists = ({ lists }: { lists: FoundList[] }) =>
  lists.map(({ title, count, first }) => (
    <List key={title} title={`${title} (${formatCount(count)})`}>
      {first.map((text, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and two parts may have one name
        <li key={n} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </List>
  ))

const totalsOf = ({ adds, changes, problems }: ImportPreviewProps['report']): Totals => ({
  added: adds.length,
  changed: changes.length,
  mistakes: problems.length,
  badLines: new Set(problems.map(({ line }) => line)).size,
})

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

const problemsFile = (problems: ImportReport['problems']) =>
  byteOrderMark +
  csvLine(['line', 'problem']) +
  problems.map(({ line, message }) => csvLine([line, message])).join('')
