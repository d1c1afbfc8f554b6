import type { Role } from '~/platform/roles.ts'

/** Validation of what people type: the message that the forms show, or undefined. */

const longestPassword = 128
export const longestName = 100

/** Of a mailed link. */
export const linkExpired = 'This link has been used or is too old. Please ask for a new one.'

export function passwordProblem(password: string) {
  if (!password) return 'Password is required'
  if (password.length > longestPassword) return `At most ${longestPassword} characters`
  return /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]{8,}$/.test(password)
    ? undefined
    : 'Password must be at least 8 characters, contain at least one letter and one number'
}

export const normalName = (typed: string) => typed.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Letters and combining marks of every script. */
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

/** Enough for the owner to recognise it. */
export const maskedPhone = (phone: string) => `${phone.slice(0, 3)} … ${phone.slice(-2)}`

/** A phone number for contact, in any notation; optional. */
export function contactPhoneProblem(typed: string) {
  const digits = typed.replace(/[^0-9]/g, '').length
  const isNumber = /^\+?[0-9 ()./-]*$/.test(typed.trim()) && digits >= 5 && digits <= 15
  return !typed.trim() || isNumber ? undefined : 'Phone must be a number, like +1 212 555 0123'
}

export const codeProblem = (typed: string) => {
  if (!typed.trim()) return 'Code is required'
  return /^[0-9]{6}$/.test(typed.trim()) ? undefined : 'The code has 6 digits'
}

/** As typed, with or without the dash. */
export const normalRecoveryCode = (typed: string) => typed.replace(/[\s-]/g, '').toUpperCase()

export const recoveryCodeProblem = (typed: string) => {
  if (!typed.trim()) return 'Recovery code is required'
  return /^[A-Z0-9]{10}$/.test(normalRecoveryCode(typed))
    ? undefined
    : 'A recovery code has 10 letters and digits'
}

export const longestProfileText = 200

export const roleNames: Record<Role, string> = {
  user: 'User',
  packer: 'Packer',
  editor: 'Editor',
  admin: 'Admin',
}
