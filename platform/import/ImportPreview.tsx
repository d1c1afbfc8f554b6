import { countOf } from '~/platform/figures.ts'
import type { ImportReport } from './import-report.ts'

type Props = {
  report: ImportReport
  /** What one of the lines is. */
  one: string
  isBusy: boolean
  onApply: () => void
}

const mostShown = 100

export function ImportPreview({ report, one, isBusy, onApply }: Props) {
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
