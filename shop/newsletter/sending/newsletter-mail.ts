import { markdownText } from '~/platform/markdown-text.ts'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'

const why = 'You get this mail because you have subscribed to our newsletter.'
const leave = 'Leave the newsletter'

type Written = { nodes: MarkdownNode[]; origin: string; leaveUrl: string }

/** Both parts of a newsletter as it is mailed, of one tree: they cannot say different things. */
export const newsletterParts = ({ nodes, origin, leaveUrl }: Written) => ({
  text: `${markdownText(nodes, origin)}\n\n--\n${why}\n${leave}: ${leaveUrl}`,
  details: { blocks: [{ nodes }, { note: why, link: { words: leave, address: leaveUrl } }] },
})
