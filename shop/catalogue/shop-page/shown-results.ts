import type { ShopData } from './shop-route.ts'

let shown: ShopData | undefined

/** What the shop page shows, for as long as it is shown; undefined again when it is left. */
export const setShownResults = (data: ShopData | undefined) => {
  shown = data
}

export const shownResults = () => shown
