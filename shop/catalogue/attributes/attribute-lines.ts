import { linesProblem, typedLines } from '~/platform/lines.ts'
import { isVisible } from '~/platform/text.ts'

export type Attribute = { name: string; value: string }

export const mostAttributes = 100
export const longestAttributeName = 40
const longestValue = 120

function attributeIn(line: string): Attribute | undefined {
  const [, name, value] = /^([^:]+):(.+)$/.exec(line) ?? []
  return name?.trim() && value?.trim() ? { name: name.trim(), value: value.trim() } : undefined
}

/** What is wrong with the first line that is not right, without knowing which attributes the shop has. */
export const attributesProblem = (text: string) =>
  linesProblem(text, {
    most: mostAttributes,
    what: 'attributes',
    problem(line) {
      const attribute = attributeIn(line)
      if (!attribute) return 'write a name and a value, as in “Diameter: 312 mm”'
      const { name, value } = attribute
      if (name.length > longestAttributeName) return `a name has at most ${longestAttributeName} characters`
      if (value.length > longestValue) return `a value has at most ${longestValue} characters`
      return undefined
    },
    key: (line) => attributeIn(line)!.name.toLowerCase(),
    twice: 'this attribute is there twice',
  })

/** Of text without problems. */
export const readAttributes = (text: string) => typedLines(text).flatMap((line) => attributeIn(line) ?? [])

export const attributeLine = ({ name, value }: Attribute) => `${name}: ${value}`

export const formatAttributes = (attributes: Attribute[]) => attributes.map(attributeLine).join('\n')

export const longestUnit = 10

export const attributeNameProblem = (name: string) => {
  if (!isVisible(name)) return 'Name is required'
  if (/[:;\n]/.test(name)) return 'Name has no colon, semicolon or line break'
  return name.length > longestAttributeName
    ? `Name must be at most ${longestAttributeName} characters`
    : undefined
}
