export const gap = 'gap'

/** The ends, the current page and its neighbours; the rest are gaps, unless a gap would hide one page only. */
export function pageNumbers(current: number, last: number): (number | typeof gap)[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const shown = [...new Set(near)].sort((a, b) => a - b)
  return shown.flatMap((page, i) => {
    const hidden = page - (shown[i - 1] ?? 0) - 1
    if (hidden === 0) return [page]
    return hidden === 1 ? [page - 1, page] : [gap, page]
  })
}
