/** Facts that are typed one per line; in files, a semicolon ends one, too. */
export const linesOf = (text: string) =>
  text
    .split(/[\n;]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

type Rules = { most: number; what: string; problem: (line: string) => string | undefined }

/** What is wrong with the first line that is not right, or with their number. */
export function linesProblem(text: string, { most, what, problem }: Rules) {
  const lines = linesOf(text)
  if (lines.length > most) return `At most ${most} ${what}`
  for (const line of lines) {
    const wrong = problem(line)
    if (wrong) return `“${line.slice(0, 60)}”: ${wrong}`
  }
  return undefined
}
