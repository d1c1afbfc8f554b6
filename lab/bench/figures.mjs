/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5)

/** @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** @param {number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0)

/** "0.85 (0.80 to 0.91)" @param {number[]} values */
export const withSpread = (values) =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
