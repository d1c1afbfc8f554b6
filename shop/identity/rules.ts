/** What is wrong with what somebody typed, in the words that the forms show; undefined when nothing is. */

const longestPassword = 128
export const longestName = 100

export function passwordProblem(password: string) {
  if (!password) return 'Password is required'
  if (password.length > longestPassword) return `At most ${longestPassword} characters`
  return /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]{8,}$/.test(password)
    ? undefined
    : 'Password must be at least 8 characters, contain at least one letter and one number'
}

export const normalName = (typed: string) => typed.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Letters of every script, with the marks that some of them are written with. */
export function nameProblem(typed: string) {
  const name = normalName(typed)
  if (!name) return 'Name is required'
  if (name.length > longestName) return `At most ${longestName} characters`
  return /^[\p{L}\p{M} ,.'-]+$/u.test(name) && /\p{L}/u.test(name) ? undefined : 'Name is not valid'
}

export const normalPhone = (typed: string) => typed.replace(/[\s().-]/g, '').replace(/^00/, '+')

export function phoneProblem(typed: string) {
  const phone = normalPhone(typed)
  if (!phone) return 'Phone is required'
  return /^\+[1-9][0-9]{6,14}$/.test(phone)
    ? undefined
    : 'Phone must start with + and the country code, like +1 212 555 0123'
}

export const codeProblem = (typed: string) => {
  if (!typed.trim()) return 'Code is required'
  return /^[0-9]{6}$/.test(typed.trim()) ? undefined : 'The code has 6 digits'
}
