/** The first characters of a text, cut between characters, never inside one; a whole sentence needs no dots. */
export function excerpt(text: string, length: number) {
  const characters = [...text]
  if (characters.length <= length) return text
  const start = characters.slice(0, length).join('').trimEnd()
  return /[.!?…]$/.test(start) ? start : `${start}…`
}
