/** What is typed one per line; in files, a semicolon ends one, too. */
export const typedLines = (text: string) =>
  text
    .split(/[\n;]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

type Rules = {
  most: number
  what: string
  problem: (line: string) => string | undefined
  /** What no two lines may have alike, and what is said then. */
  key?: (line: string) => string
  twice?: string
}

/** What is wrong with the first line that is not right, or with their number. */
export function linesProblem(text: string, { most, what, problem, key, twice }: Rules) {
  const lines = typedLines(text)
  const seen = new Set<string>()
  if (lines.length > most) return `At most ${most} ${what}`
  for (const line of lines) {
    const wrong = problem(line) ?? (key && seen.has(key(line)) ? twice : undefined)
    if (wrong) return `“${line.slice(0, 60)}”: ${wrong}`
    if (key) seen.add(key(line))
  }
  return undefined
}
