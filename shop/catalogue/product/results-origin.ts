export type Results = { address: string; q: string; total: number }

let origin: (Results & { index: number }) | undefined

/** From which results a part is opened, or undefined when it is opened from anywhere else. */
export function rememberResults(results: Results | undefined) {
  origin = results && { ...results, index: placeInHistory() }
}

export const resultsOrigin = () => origin

/** True while the results are the page before this one: then the way back there keeps its scroll position. */
export const isOriginBefore = () => origin !== undefined && placeInHistory() === origin.index + 1

const placeInHistory = (): number => history.state?.idx ?? 0
