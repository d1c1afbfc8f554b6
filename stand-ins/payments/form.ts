/** A form body as the provider's SDK sends it: `metadata[owner]=7&created[gte]=1` means nested fields. */
export type Form = { [name: string]: string | Form }

export function readForm(text: string): Form {
  const form = emptyForm()
  for (const [key, value] of new URLSearchParams(text)) {
    const names = key.replaceAll(']', '').split('[')
    const last = names.pop()!
    let inner = form
    for (const name of names) {
      if (typeof inner[name] !== 'object') inner[name] = emptyForm()
      inner = inner[name]
    }
    inner[last] = value
  }
  return form
}

// Without a prototype no name can reach one.
const emptyForm = (): Form => Object.create(null)

export const textOf = (form: Form, name: string) => {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}
export const nestedIn = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : emptyForm()
}
/** PostgreSQL refuses such text with an error. */
export const hasNul = (form: Form): boolean =>
  Object.entries(form).some(
    ([name, value]) =>
      name.includes('\0') || (typeof value === 'string' ? value.includes('\0') : hasNul(value)),
  )
/** The plain texts of a part, as metadata has them. */
export const textsOf = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
