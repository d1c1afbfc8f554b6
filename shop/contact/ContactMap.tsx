import { useEffect, useState } from 'react'
import drawnMap from '~/app/look/map-fallback.svg'
import { Icon } from '~/platform/ui/Icon.tsx'
import { linesOf } from '~/shop/business/shown.ts'
import { useBusiness } from '~/shop/business/use-business.ts'

/** Opens in the visitor's map app on a phone, else in a new tab. */
const directionsTo = (destination: string) =>
  `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`

const frame = 'h-72 w-full rounded-panel border border-line sm:h-96 lg:h-[28rem]'

/** Shows a drawn map until the real one is reachable. */
export function ContactMap() {
  const { address, map: url } = useBusiness().contact
  const isReachable = useIsReachable(url)
  return url && isReachable ? (
    <iframe
      src={url}
      title="Map of the way to the workshop"
      sandbox="allow-scripts allow-same-origin allow-popups"
      referrerPolicy="no-referrer"
      loading="lazy"
      className={frame}
    />
  ) : (
    <a
      href={directionsTo(linesOf(address).join(', '))}
      target="_blank"
      rel="noreferrer"
      className="group relative block rounded-panel"
    >
      <span className={`block overflow-hidden ${frame}`}>
        <img
          src={drawnMap}
          alt="Drawn street map: the workshop is marked by a pin on the main road, just east of the roundabout and north of the river."
          width={960}
          height={600}
          loading="lazy"
          className="drawing size-full object-cover"
        />
      </span>
      <span className="btn absolute bottom-4 left-4 bg-surface text-ink shadow-lifted group-hover:bg-sunken">
        <Icon name="pin" />
        Get directions
      </span>
    </a>
  )
}

/** An iframe reports no failure, so the address is fetched first. */
function useIsReachable(url: string) {
  const [reachableUrl, setReachableUrl] = useState<string>()
  useEffect(() => {
    if (!url) return
    const unmount = new AbortController()
    fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: unmount.signal,
    }).then(
      () => setReachableUrl(url),
      () => {},
    )
    return () => unmount.abort()
  }, [url])
  return reachableUrl === url
}
