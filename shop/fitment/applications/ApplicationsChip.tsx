import type { ApplicationState } from './rules.ts'

const looks: Record<ApplicationState, [name: string, look: string]> = {
  sending: ['Not all sent', 'bg-sunken text-ink'],
  reading: ['Reading', 'bg-warn-tint text-warn'],
  checking: ['Looking at it', 'bg-warn-tint text-warn'],
  checked: ['Waits for you', 'bg-warn-tint text-warn'],
  applying: ['Making lists', 'bg-warn-tint text-warn'],
  done: ['Applied', 'bg-success-tint text-success'],
  cancelled: ['Cancelled', 'bg-sunken text-ink'],
  failed: ['Failed', 'bg-danger-tint text-danger'],
  undoing: ['Undoing', 'bg-warn-tint text-warn'],
  undone: ['Undone', 'bg-sunken text-ink'],
}

export const applicationStateName = (state: ApplicationState) => looks[state][0]

export function ApplicationsChip({ state }: { state: ApplicationState }) {
  const [name, look] = looks[state]
  return <span className={`chip ${look}`}>{name}</span>
}
