const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** What a page that came from the server says, in the order in which it is read; one line per piece of text. */
export function wordsOf(html: string) {
  return (
    html
      .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, '\n')
      // A space that does not break is read as any other.
      .replaceAll('\u00a0', ' ')
      .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  )
}
