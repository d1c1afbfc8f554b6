import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'

type Props = { place: string; children: (close: () => void) => ReactNode }

/** Beside the results; on a narrow screen a drawer behind a button, which needs no script. It closes at another `place`. */
export function ShopDrawer({ place, children }: Props) {
  const drawer = useRef<HTMLDivElement>(null)
  function close() {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is the reason to close
  useEffect(close, [place])
  return (
    <>
      <button type="button" popoverTarget="shop-drawer" className="btn btn-quiet lg:hidden">
        <Icon name="list" />
        Categories and filters
      </button>
      <div ref={drawer} id="shop-drawer" popover="auto" className="shop-drawer">
        <button
          type="button"
          popoverTarget="shop-drawer"
          popoverTargetAction="hide"
          className="icon-button mb-2 lg:hidden"
          aria-label="Close"
        >
          <Icon name="close" />
        </button>
        {children(close)}
      </div>
    </>
  )
}
