import { isVisible } from '../visible.ts'
import { longestAttributeName } from './attribute-lines.ts'

export const longestUnit = 10

export const attributeNameProblem = (name: string) => {
  if (!isVisible(name)) return 'Name is required'
  if (/[:;\n]/.test(name)) return 'Name has no colon, semicolon or line break'
  return name.length > longestAttributeName
    ? `Name must be at most ${longestAttributeName} characters`
    : undefined
}
