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
  'img',
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
export type MarkdownNode =
  | string
  | { tag: MarkdownTag; href?: string; src?: string; children: MarkdownNode[] }

/** The words alone. */
export const plainText = (nodes: MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainText(node.children))).join('')

const isBlock = (node: MarkdownNode) =>
  typeof node !== 'string' && /^(p|h\d|li|tr|blockquote)$/.test(node.tag)

/** The words with a blank line between paragraphs, as mails and programs read them. */
export const paragraphsOf = (nodes: MarkdownNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.tag === 'tr') return [node.children.map((cell) => plainText([cell])).join(' ')]
    return isBlock(node) && !node.children.some(isBlock)
      ? [plainText(node.children)]
      : paragraphsOf(node.children)
  })

/** The addresses of the pictures in a text. */
export const markdownPictures = (nodes: MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [...(node.src ? [node.src] : []), ...markdownPictures(node.children)],
  )
