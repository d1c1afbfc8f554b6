import type { MarkdownNode } from '~/platform/markdown-tree.ts'

/** What a mail lists: parts with their pictures. */
export type MailLine = { name: string; note: string; picture: string; amount?: string }
export type MailSum = { name: string; amount: string }

/** What the HTML part draws in a way of its own; a string is a paragraph. */
export type MailBlock =
  | string
  | { lines: MailLine[]; sums: MailSum[] }
  | { title: string; address: string[] }
  /** A text of an editor. */
  | { nodes: MarkdownNode[] }
  /** Small, with a link after it: why the mail was sent, and how that ends. */
  | { note: string; link: { words: string; address: string } }

/** The same in both parts; or a block of the HTML part, and the words that the text part has for it, if any. */
export type Paragraph = string | { text?: string; block: MailBlock }

/** Both parts of a mail from one list, so that they cannot say different things. */
export const mailBody = (paragraphs: Paragraph[]) => ({
  text: paragraphs
    .flatMap((paragraph) => (typeof paragraph === 'string' ? paragraph : (paragraph.text ?? [])))
    .join('\n\n'),
  blocks: paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.block)),
})

/** What somebody else wrote, for a mail of ours: marked line by line, so that none of it reads or works as our own. */
export const quoted = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
