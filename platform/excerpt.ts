/** The first characters of a text, cut between characters, never inside one; dots say that more follows, and nothing before them. */
export function excerpt(text: string, length: number) {
  const characters = [...text]
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length)
        .join('')
        .replace(/[\s,;:.–-]+$/, '')}…`
}
