import type { NewsletterState } from './rules.ts'

const looks: Record<NewsletterState, [name: string, look: string]> = {
  draft: ['Draft', 'bg-sunken text-ink'],
  preparing: ['Preparing', 'bg-warn-tint text-warn'],
  sending: ['Sending', 'bg-warn-tint text-warn'],
  paused: ['Paused', 'bg-warn-tint text-warn'],
  done: ['Sent', 'bg-success-tint text-success'],
  stopped: ['Stopped', 'bg-sunken text-ink'],
}

export function NewsletterChip({ state }: { state: NewsletterState }) {
  const [name, look] = looks[state]
  return <span className={`chip ${look}`}>{name}</span>
}
