const tags = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'em',
  'strong',
  'code',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const
export type MarkdownTag = (typeof tags)[number]
export const isMarkdownTag = (tag: string): tag is MarkdownTag => (tags as readonly string[]).includes(tag)

/** A text of an editor as pages show it: words, and what they are in. Nothing else can be in it. */
export type MarkdownNode = string | { tag: MarkdownTag; href?: string; children: MarkdownNode[] }

/** The words alone. */
export const plainText = (nodes: MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('')
