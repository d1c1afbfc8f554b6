const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** The visible text of a server-rendered page in reading order, one line per text node. */
export function visibleText(html: string) {
  return (
    html
      .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, '\n')
      // No-break spaces count as spaces.
      .replaceAll('\u00a0', ' ')
      .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  )
}
