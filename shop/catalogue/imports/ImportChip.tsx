import type { ImportState } from './rules.ts'

const looks: Record<ImportState, [name: string, look: string]> = {
  sending: ['Not all sent', 'bg-sunken text-ink'],
  checking: ['Checking', 'bg-warn-tint text-warn'],
  checked: ['Waits for you', 'bg-warn-tint text-warn'],
  applying: ['Importing', 'bg-warn-tint text-warn'],
  done: ['Imported', 'bg-success-tint text-success'],
  cancelled: ['Cancelled', 'bg-sunken text-ink'],
  failed: ['Failed', 'bg-danger-tint text-danger'],
  undoing: ['Undoing', 'bg-warn-tint text-warn'],
  undone: ['Undone', 'bg-sunken text-ink'],
}

/** What another program has sent may have no name. */
export const unnamed = 'A file'

export function ImportChip({ state }: { state: ImportState }) {
  const [name, look] = looks[state]
  return <span className={`chip ${look}`}>{name}</span>
}
