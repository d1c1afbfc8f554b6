import type { ReactNode } from 'react'

type Props = {
  columns: { heading: string; samples: string[] }[]
  /** What each is; empty for one that is left out. */
  chosen: string[]
  onChoose: (n: number, is: string) => void
  /** The choices. */
  children: ReactNode
}

/** The columns of a file with some of their values, and what each is here. */
export const ColumnList = ({ columns, chosen, onChoose, children }: Props) => (
  <ol className="panel grid grid-cols-1 divide-y divide-line shadow-none">
    {columns.map(({ heading, samples }, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are, and two may be called the same
      <li key={n} className="sheet-column">
        <span className="font-medium wrap-anywhere">{heading || `Column ${n + 1}`}</span>
        <span className="grid min-w-0 text-sm text-muted">
          {samples.length === 0 && 'Empty'}
          {samples.map((sample) => (
            <span key={sample} className="truncate">
              {sample}
            </span>
          ))}
        </span>
        <select
          aria-label={`What “${heading || `Column ${n + 1}`}” is`}
          className="input"
          value={chosen[n]}
          onChange={({ target }) => onChoose(n, target.value)}
        >
          <option value="">Leave it out</option>
          {children}
        </select>
      </li>
    ))}
  </ol>
)
