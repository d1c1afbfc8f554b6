/** VIN: 17 characters, of which the last four are digits. */
const vinLength = 17

/** What is written for everybody must not tell who somebody is: in words what to leave out, or undefined. */
export function vinProblem(text: string) {
  return hasVin(text) ? 'This will be public: leave out the VIN, and choose your car instead.' : undefined
}

/** The same for texts that nobody has paid for. */
export function contactProblem(text: string) {
  if (emailAddress.test(text)) return 'This will be public: leave out mail addresses. We write to yours.'
  if (phoneNumbers.some((number) => number.test(text)))
    return 'This will be public: leave out phone numbers. We write to your mail address.'
  return vinProblem(text)
}

function hasVin(text: string) {
  const upper = text.toUpperCase()
  const whole = upper.match(/(?<![A-Z0-9])[A-Z0-9]{17}(?![A-Z0-9])/g) ?? []
  if (whole.some((word) => isVin(word) && (word.match(/\d/g)?.length ?? 0) >= 4)) return true
  // In groups, as papers print it: capital letters and digits alone, unlike words of a sentence.
  const groups = text.split(/[^A-Za-z0-9.\-–_/]+/).filter(Boolean)
  return groups.some((_, first) => {
    let vin = ''
    for (let last = first; last < groups.length && vin.length < vinLength; last += 1) {
      vin += groups[last]!.replace(/[.\-–_/]/g, '')
      const isYear = /^(19|20)\d\d$/.test(groups[last]!) && last > first
      if (vin.length === vinLength)
        return !isYear && /^[A-Z0-9]+$/.test(vin) && isVin(vin) && hasManyDigits(vin)
    }
    return false
  })
}

const isVin = (word: string) => /[A-Z]/.test(word) && /\d{4}$/.test(word)
const hasManyDigits = (vin: string) => (vin.match(/\d/g)?.length ?? 0) >= 6

const emailAddress = /[^\s@<>()]{1,64}\s?(?:@|\(at\)|\[at\])\s?[^\s@<>()]{1,190}\.\p{L}{2,}/iu

/** As people write them. Numbers of parts are long, too: those begin with no +, no 00 and no area code. */
const phoneNumbers = [
  /(?<![\w.])(?:\+|00)[1-9](?:[ ./()-]{0,2}\d){7,13}(?!\d)/,
  /(?<![\w.+])0[1-9](?:[ ./()-]{0,2}\d){7,10}(?![\w])/,
  /(?<![\w.])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)/,
]
