/** @typedef {{ title: string, note: string, head: string[], rows: string[][] }} Part */

/** As it stands in docs/benchmarks.md, with its columns aligned. @param {Part} part */
export function asMarkdown({ title, note, head, rows }) {
  const widths = head.map((_, n) => Math.max(3, ...[head, ...rows].map((row) => row[n]?.length ?? 0)))
  const line = (/** @type {string[]} */ cells) =>
    `| ${widths.map((width, n) => (cells[n] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [`## ${title}`, '', ...wrapped(note), '', line(head), rule, ...rows.map(line), ''].join('\n')
}

/** @param {string} text */
function wrapped(text) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length + 1 > 118) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines
}
