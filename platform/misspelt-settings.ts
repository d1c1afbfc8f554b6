export type Misspelt = { given: string; meant: string }

/** What is no setting, but nearly one that is not given. Other variables of the machine are none of our business. */
export function misspeltSettings(
  known: readonly string[],
  env: Record<string, string | undefined>,
): Misspelt[] {
  const missing = known.filter((name) => !env[name])
  return Object.keys(env).flatMap((given) => {
    if (known.includes(given)) return []
    const meant = missing.find((name) => isNearly(given, name))
    return meant ? [{ given, meant }] : []
  })
}

/** Short names have too many neighbours: POST is not PORT. */
function isNearly(given: string, name: string) {
  if (name.length < 6) return false
  if (plain(given) === plain(name)) return true
  return distance(given, name) <= (name.length < 10 ? 1 : 2)
}

const plain = (name: string) => name.replaceAll('_', '').toUpperCase()

/** Letters added, left out, replaced or swapped with their neighbour. */
function distance(a: string, b: string) {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1]!
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : replaced
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
