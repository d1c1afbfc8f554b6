import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { useHydrated } from '~/platform/ui/use-hydrated.ts'

/** Opens the drawer without a script. */
export const FilterButton = ({ chosen }: { chosen: number }) => (
  <button type="button" popoverTarget="shop-drawer" className="btn btn-quiet lg:hidden">
    <Icon name="filter" />
    Filter
    {chosen > 0 && (
      <span className="min-w-6 rounded-full bg-accent px-1.5 text-sm leading-6 text-on-accent">
        {chosen}
        <span className="sr-only"> on</span>
      </span>
    )}
  </button>
)

type Props = {
  place: string
  total: number
  /** The form that its button sends. */
  form: string
  /** The list without filters, where there are some. */
  clearTo: string | undefined
  children: (close: () => void) => ReactNode
}

/** Beside the results; on a narrow screen a drawer behind a button. It closes at another `place`. */
export function ShopDrawer({ place, total, form, clearTo, children }: Props) {
  const drawer = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  function close() {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to close
  useEffect(close, [place])
  return (
    <div ref={drawer} id="shop-drawer" popover="auto" className="shop-drawer">
      <div className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4 lg:hidden">
        <h2 className="text-xl">Filter</h2>
        <button
          type="button"
          popoverTarget="shop-drawer"
          popoverTargetAction="hide"
          className="icon-button"
          aria-label="Close the filter"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 lg:overflow-visible lg:p-0">{children(close)}</div>
      {/* Where scripts run, each choice is made at once: beside the results nothing is left to do. */}
      <div className="filter-end">
        {clearTo && (
          <Link to={clearTo} replace preventScrollReset className="btn btn-quiet">
            Clear
          </Link>
        )}
        <button type="submit" form={form} className="btn btn-main flex-1">
          {isHydrated ? `Show ${countOf(total, 'part')}` : 'Show results'}
        </button>
      </div>
    </div>
  )
}
