import { Link } from 'react-router'
import { countOf, formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { FoundApplications } from './contract.ts'
import { asideReasons } from './rules.ts'

/** A file that takes more than the fifth part of what it had said before may be another one. */
const mostGone = 5

type Props = { found: FoundApplications; lines: number }

/** What a file would do, and what of it is set aside and why. */
export function FoundInFile({ found, lines }: Props) {
  const { fresh, gone, same, used, open, names, notes, otherParts, unknown, newer, aside, broken } = found
  if (broken)
    return (
      <p role="alert" className="rounded-control bg-danger-tint p-4 text-danger">
        The file cannot be read to its end. {broken}
      </p>
    )
  const figures: [name: string, count: number][] = [
    ['Lines', lines],
    ['New', fresh],
    ['As before', same],
    ['Said no more', gone],
    ['Used', used],
    ['Open', open],
  ]
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="found">
      <h2 id="found" className="text-[22px]">
        What is in it
      </h2>
      <dl className="panel grid grid-cols-2 gap-4 p-5 shadow-none sm:grid-cols-6">
        {figures.map(([name, count]) => (
          <div key={name} className="grid content-start">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-[22px] font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {newer && (
        <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
          A newer file of this supplier is applied already, of {newer}. Is this the one that you mean?
        </p>
      )}
      {gone > (gone + same) / mostGone && (
        <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
          {formatCount(gone)} of {formatCount(gone + same)} lines that its parts have now would go. Is this
          the whole list of these parts?
        </p>
      )}
      {open > 0 && (
        <p className="text-muted">
          What is open is shown to customers with its condition, as “Fits if”, until somebody has said what it
          means.
        </p>
      )}
      {(names > 0 || notes > 0) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {names > 0 && (
            <Link to={urls.vehicles('names')} className="text-link">
              {countOf(names, 'name')} that no car of ours has
            </Link>
          )}
          {notes > 0 && (
            <Link to={urls.vehicles('remarks')} className="text-link">
              {countOf(notes, 'remark')} without a meaning
            </Link>
          )}
        </p>
      )}
      {otherParts > 0 && (
        <p className="text-muted">
          {countOf(otherParts, 'part')} of earlier files are not in this one: their lists stay.
        </p>
      )}
      {unknown && <LinesOfFile title="Numbers that no vehicle table has: they stay open" {...unknown} />}
      {aside.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-lg">Set aside</h3>
          {aside.map(({ reason, count, first }) => (
            <LinesOfFile key={reason} title={asideReasons[reason]} count={count} first={first} />
          ))}
        </div>
      )}
    </section>
  )
}

type LinesProps = { title: string; count: number; first: FoundApplications['aside'][number]['first'] }

const LinesOfFile = ({ title, count, first }: LinesProps) => (
  <details className="panel px-5 py-3 shadow-none">
    <summary className="cursor-pointer">
      {title}: {countOf(count, 'line')}
    </summary>
    <ul className="mt-3 grid gap-1 text-sm">
      {first.map(({ line, part, text }) => (
        <li key={line} className="wrap-anywhere">
          <span className="text-muted">Line {formatCount(line)}</span> {part && `${part}: `}
          {text}
        </li>
      ))}
      {count > first.length && <li className="text-muted">and {formatCount(count - first.length)} more</li>}
    </ul>
  </details>
)
