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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For texts between tags, and for values of attributes in double quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!)

/** Whether anybody would see something of it. */
export const isVisible = (text: string) =>
  /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text.normalize('NFKD'))
