const longestEmail = 254
// One pass, no nested repetition: a hostile address cannot make it slow.
const pattern = /^[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}$/u

/** One person, one spelling: compatibility forms and case are folded before anything is compared or stored. */
export const normalEmail = (email: string) => email.normalize('NFKC').trim().toLowerCase()

/** What is wrong with an address, in the words that the forms show; undefined when nothing is. */
export function emailProblem(typed: string) {
  const email = normalEmail(typed)
  if (!email) return 'Email is required'
  if (email.length > longestEmail || !pattern.test(email)) return 'Email is not a valid email address'
  return undefined
}
