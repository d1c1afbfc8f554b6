import type { MouseEvent } from 'react'
import type { LinkProps } from 'react-router'
import { useHref, useLinkClickHandler } from 'react-router'

type Props = Omit<LinkProps, 'discover' | 'prefetch' | 'relative' | 'viewTransition' | 'ref'>

/** The router's own link also prefetches modules and data: every visitor would load that, and no page uses it. */
export function Link({ to, replace, state, preventScrollReset, reloadDocument, onClick, ...rest }: Props) {
  const options = { replace, state, preventScrollReset, target: rest.target }
  const navigate = useLinkClickHandler(to, options as Parameters<typeof useLinkClickHandler>[1])
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented && !reloadDocument) navigate(event)
  }
  return <a {...rest} href={useHref(to)} onClick={follow} />
}
