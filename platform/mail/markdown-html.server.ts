import type { MarkdownNode, MarkdownTag } from '~/platform/markdown-tree.ts'
import { plainText } from '~/platform/markdown-tree.ts'
import { escapeHtml as escaped } from '~/platform/text.ts'
import type { Letterhead } from './compose.server.ts'

type Origin = Pick<Letterhead, 'origin'>

/** Mail programs know no stylesheets. */
const styles: Partial<Record<MarkdownTag, string>> = {
  p: 'margin:0 0 16px',
  h2: 'margin:28px 0 12px;font:700 22px/1.25 Archivo,Arial,sans-serif',
  h3: 'margin:24px 0 10px;font:700 18px/1.3 Archivo,Arial,sans-serif',
  h4: 'margin:20px 0 8px;font:700 16px/1.4 Archivo,Arial,sans-serif',
  ul: 'margin:0 0 16px;padding-left:22px',
  ol: 'margin:0 0 16px;padding-left:22px',
  li: 'margin:0 0 6px',
  blockquote: 'margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #ccc9c2',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d9d5cd',
  code: 'font-family:Menlo,Consolas,monospace;font-size:14px',
  table: 'margin:0 0 16px;border-collapse:collapse',
  th: 'padding:6px 14px 6px 0;text-align:left;border-bottom:1px solid #d9d5cd',
  td: 'padding:6px 14px 6px 0;text-align:left;border-bottom:1px solid #d9d5cd',
}
const classes: Partial<Record<MarkdownTag, string>> = {
  blockquote: 'line',
  hr: 'line',
  th: 'line',
  td: 'line',
}

/** A text of an editor for the HTML part of a mail. Its addresses are those that a page may have: `readMarkdown` sees to it. */
export const markdownHtml = (nodes: MarkdownNode[], head: Origin): string =>
  nodes.map((node) => drawn(node, head)).join('')

function drawn(node: MarkdownNode, head: Origin): string {
  if (typeof node === 'string') return escaped(node)
  const { tag, href, src, children } = node
  if (src)
    return `<img src="${escaped(head.origin + src)}" alt="${escaped(plainText(children))}" width="544" style="display:block;width:100%;max-width:544px;height:auto;border:0;border-radius:8px">`
  const inside = markdownHtml(children, head)
  if (href)
    return `<a href="${escaped(wholeAddress(href, head))}" class="ink" style="color:#14171b">${inside}</a>`
  const style = styles[tag] ? ` style="${styles[tag]}"` : ''
  const start = `<${tag}${classes[tag] ? ` class="${classes[tag]}"` : ''}${isBlock(tag) ? ' dir="auto"' : ''}${style}>`
  return tag === 'hr' || tag === 'br' ? start : `${start}${inside}</${tag}>`
}

const isBlock = (tag: MarkdownTag) => /^(p|h\d|li|blockquote|th|td)$/.test(tag)

const wholeAddress = (href: string, { origin }: Origin) => (href.startsWith('/') ? origin + href : href)
