export type Attribute = { name: string; value: string }

export const mostAttributes = 40
export const longestAttributeName = 40
const longestValue = 60

const linesOf = (text: string) =>
  text
    .split(/[\n;]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)

function attributeIn(line: string): Attribute | undefined {
  const [, name, value] = /^([^:]+):(.+)$/.exec(line) ?? []
  return name?.trim() && value?.trim() ? { name: name.trim(), value: value.trim() } : undefined
}

/** What is wrong with the first line that is not right, without knowing which attributes the shop has. */
export function attributesProblem(text: string) {
  const lines = linesOf(text)
  if (lines.length > mostAttributes) return `At most ${mostAttributes} attributes`
  const seen = new Set<string>()
  for (const line of lines) {
    const problem = lineProblem(line, seen)
    if (problem) return `“${line.slice(0, 60)}”: ${problem}`
  }
  return undefined
}

function lineProblem(line: string, seen: Set<string>) {
  const attribute = attributeIn(line)
  if (!attribute) return 'write a name and a value, as in “Diameter: 312 mm”'
  const { name, value } = attribute
  if (name.length > longestAttributeName) return `a name has at most ${longestAttributeName} characters`
  if (value.length > longestValue) return `a value has at most ${longestValue} characters`
  if (seen.has(name.toLowerCase())) return 'this attribute is there twice'
  seen.add(name.toLowerCase())
  return undefined
}

/** Of text without problems. */
export const readAttributes = (text: string) => linesOf(text).flatMap((line) => attributeIn(line) ?? [])

export const attributeLine = ({ name, value }: Attribute) => `${name}: ${value}`

export const formatAttributes = (attributes: Attribute[]) => attributes.map(attributeLine).join('\n')
