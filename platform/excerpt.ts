/** The first characters of a text, cut between characters, never inside one. */
export function excerpt(text: string, length: number) {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}
