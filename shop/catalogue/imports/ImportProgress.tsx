import { formatCount } from '~/platform/figures.ts'
import type { WatchedImport } from './contract.ts'
import { isImportMoving } from './rules.ts'

/** Said aloud only so often. */
const step = 10

export function ImportProgress({ file }: { file: WatchedImport }) {
  const { state, lines, doneLines } = file
  const isBack = state === 'undoing' || state === 'undone'
  const [done, all] = isBack ? [file.undone + file.kept, file.added + file.changed] : [doneLines, lines]
  const share = all === 0 ? 1 : Math.min(1, done / all)
  return (
    <section aria-labelledby="progress" className="panel grid grid-cols-1 gap-5 p-5 shadow-none sm:p-8">
      <h2 id="progress" className="text-[22px]">
        {titles[state]}
      </h2>
      <progress aria-label="Progress" className="h-2 w-full accent-accent" max={1} value={share} />
      <p role="status" className="sr-only">
        {titles[state]}
        {isImportMoving(state) && `, ${Math.floor((share * 100) / step) * step} percent`}
      </p>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-5">
        {(isBack ? figuresBack(file) : figures(file)).map(([name, count]) => (
          <div key={name} className="grid content-start">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-[22px] font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {isImportMoving(state) && (
        <p className="text-muted">
          {state === 'checking' && 'Nothing is changed yet. '}You may close this page: the shop goes on by
          itself.
        </p>
      )}
      {state === 'failed' && (
        <p role="alert" className="rounded-control bg-warn-tint p-4 text-warn">
          The shop has tried it several times and got no further. What is imported stays. Send the file again,
          or ask the operator of the shop to look at its log.
        </p>
      )}
    </section>
  )
}

type Figure = [name: string, count: number]

const figures = ({ state, doneLines, added, changed, unchanged, badLines }: WatchedImport): Figure[] => [
  [state === 'checking' ? 'Lines read' : 'Lines done', doneLines],
  ['New', added],
  ['Changed', changed],
  ['Unchanged', unchanged],
  [state === 'checking' ? 'With mistakes' : 'Left out', badLines],
]

const figuresBack = ({ added, changed, undone, kept }: WatchedImport): Figure[] => [
  ['Were new', added],
  ['Were changed', changed],
  ['As before', undone],
  ['Stay as they are', kept],
]

const titles: Record<WatchedImport['state'], string> = {
  sending: 'Not all sent',
  checking: 'Checking the file',
  checked: 'Checked',
  applying: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}
