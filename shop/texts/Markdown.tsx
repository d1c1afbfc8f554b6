import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { plainText } from '~/platform/markdown-tree.ts'

/** A text of an editor. */
export const Markdown = ({ nodes }: { nodes: MarkdownNode[] }) => (
  <div className="prose">{nodes.map(shown)}</div>
)

function shown(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const { tag: Tag, href, src, children } = node
  // Of a known shape, so that nothing moves when it comes.
  if (src)
    return (
      <img
        key={key}
        src={src}
        alt={plainText(children)}
        loading="lazy"
        className="aspect-[3/2] w-full rounded-card object-cover"
      />
    )
  const inside = children.map(shown)
  if (href?.startsWith('/'))
    return (
      <Link key={key} to={href} className="text-link">
        {inside}
      </Link>
    )
  if (href)
    return (
      <a key={key} href={href} rel="nofollow noopener" className="text-link">
        {inside}
      </a>
    )
  if (Tag === 'hr' || Tag === 'br') return <Tag key={key} />
  // Tables may be wider than a phone.
  if (Tag === 'table')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with the keys
      <div key={key} className="overflow-x-auto" tabIndex={0}>
        <table>{inside}</table>
      </div>
    )
  return <Tag key={key}>{inside}</Tag>
}
