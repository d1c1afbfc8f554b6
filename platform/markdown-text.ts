import type { MarkdownNode } from './markdown-tree.ts'
import { plainText } from './markdown-tree.ts'

/** A text of an editor for who reads mails as plain text: its links, lists and headings stay what they are. */
export const markdownText = (nodes: MarkdownNode[], origin: string): string =>
  nodes
    .map((node) => blockText(node, origin))
    .filter(Boolean)
    .join('\n\n')

function blockText(node: MarkdownNode, origin: string): string {
  if (typeof node === 'string') return node
  const { tag, children } = node
  if (tag === 'hr') return '---'
  if (tag === 'ul' || tag === 'ol')
    return children
      .map((item, n) => hanging(tag === 'ol' ? `${n + 1}. ` : '- ', itemText(item, origin)))
      .join('\n')
  if (tag === 'blockquote')
    return markdownText(children, origin)
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n')
  if (tag === 'table')
    return rowsOf(children)
      .map((cells) => cells.map((cell) => wordsOf(cell, origin)).join(' | '))
      .join('\n')
  return wordsOf(node, origin)
}

/** The paragraphs of an item stand below each other. */
const itemText = (item: MarkdownNode, origin: string) =>
  typeof item === 'string'
    ? item
    : item.children
        .map((child) => blockText(child, origin))
        .filter(Boolean)
        .join('\n')

const hanging = (mark: string, text: string) =>
  text
    .split('\n')
    .map((line, n) => (n === 0 ? mark : ' '.repeat(mark.length)) + line)
    .join('\n')

const rowsOf = (nodes: MarkdownNode[]): MarkdownNode[][] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : node.tag === 'tr' ? [node.children] : rowsOf(node.children),
  )

function wordsOf(node: MarkdownNode, origin: string): string {
  if (typeof node === 'string') return node
  const { tag, href, src, children } = node
  if (tag === 'br') return '\n'
  if (src) return `[${plainText(children)}]`
  const words = children.map((child) => wordsOf(child, origin)).join('')
  if (!href) return words
  const address = href.startsWith('/') ? origin + href : href.replace(/^(mailto|tel):/i, '')
  return words === address ? address : `${words} (${address})`
}
