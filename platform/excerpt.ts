/** The first characters of a text, cut between characters, never inside one; dots say that more follows. */
export function excerpt(text: string, length: number) {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`
}
