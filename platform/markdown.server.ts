import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import type { MarkdownNode } from './markdown-tree.ts'
import { isMarkdownTag } from './markdown-tree.ts'

/** Only what is named here means anything; markup of the web is text, and addresses are not made links by themselves. */
const parser = new MarkdownIt('zero', { html: false, maxNesting: 20 }).enable([
  'heading',
  'list',
  'blockquote',
  'hr',
  'table',
  'emphasis',
  'link',
  'image',
  'newline',
  'escape',
  'entity',
  'backticks',
])

/** Where a text may lead: to the web, to a person, or to a page of this shop. */
const isSafe = (href: string) => /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(href)

/** As a tree of what a page may show, never as markup: a page that is made of it cannot run what an editor typed. */
export function readMarkdown(text: string): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  for (const token of flat(parser.parse(text, {}))) {
    const into = open.at(-1)!
    if (token.nesting < 0) open.pop()
    else if (token.type === 'text') into.push(...(token.content ? [token.content] : []))
    else if (token.type === 'code_inline') into.push({ tag: 'code', children: [token.content] })
    else if (token.type === 'softbreak') into.push(' ')
    else if (token.type === 'image') into.push(pictureOf(token))
    else {
      const node = nodeOf(token)
      into.push(node)
      if (token.nesting > 0) open.push(node.children)
    }
  }
  return root
}

/** A picture of this site with words for those who do not see it; any other is its words alone. */
function pictureOf(token: Token): MarkdownNode {
  const src = String(token.attrGet('src') ?? '')
  return /^\/images\/[\w-]+\.webp$/.test(src) && token.content.trim()
    ? { tag: 'img', src, children: [token.content] }
    : token.content
}

const flat = (tokens: Token[]): Token[] =>
  tokens.flatMap((token) => (token.type === 'inline' ? flat(token.children ?? []) : token))

/** The page has a title of its own: what is a first heading here is one below it. */
const lower: Record<string, string> = { h1: 'h2', h2: 'h3', h3: 'h4', h5: 'h4', h6: 'h4' }

function nodeOf(token: Token): Exclude<MarkdownNode, string> {
  const tag = lower[token.tag] ?? token.tag
  if (!isMarkdownTag(tag)) throw new Error(`Markdown has become <${tag}>, which no page shows`)
  const href = String(token.attrGet('href') ?? '')
  const children: MarkdownNode[] = []
  return isSafe(href) ? { tag, href, children } : { tag: tag === 'a' ? ('em' as const) : tag, children }
}
