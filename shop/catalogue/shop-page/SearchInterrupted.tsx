import { useRevalidator } from 'react-router'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useRetry } from '~/platform/ui/use-retry.ts'

/** Above the results from before, until what was asked for is there. */
export function SearchInterrupted({ q }: { q: string }) {
  const { revalidate, state } = useRevalidator()
  useRetry(true, () => void revalidate())
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-warn-tint px-4 py-3 text-warn"
    >
      <Icon name="alert" />
      <p className="min-w-60 flex-1 font-medium">
        The shop cannot be reached. These are the parts from before;{' '}
        {q ? `the search for “${q}” is repeated` : 'the list is loaded'} as soon as the connection is back.
      </p>
      <button
        type="button"
        className="btn btn-quiet"
        aria-disabled={state === 'loading'}
        onClick={() => void revalidate()}
      >
        Try again
      </button>
    </div>
  )
}
