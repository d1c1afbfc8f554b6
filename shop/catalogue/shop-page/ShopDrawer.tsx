import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'

/** Beside the results; on a narrow screen a drawer behind a button, which needs no script. It closes at another `place`. */
export function ShopDrawer({ place, children }: { place: string; children: ReactNode }) {
  const drawer = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to close
  useEffect(() => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }, [place])
  return (
    <>
      <button type="button" popoverTarget="shop-drawer" className="btn btn-quiet lg:hidden">
        <Icon name="list" />
        Categories
      </button>
      <div ref={drawer} id="shop-drawer" popover="auto" className="shop-drawer">
        <button
          type="button"
          popoverTarget="shop-drawer"
          popoverTargetAction="hide"
          className="icon-button mb-2 lg:hidden"
          aria-label="Close categories"
        >
          <Icon name="close" />
        </button>
        {children}
      </div>
    </>
  )
}
