import type { MarkdownNode } from '~/platform/markdown-tree.ts'
import { urls } from '~/shop/urls.ts'
import { newsletterParts } from '../sending/newsletter-mail.ts'

/** What those read whose mail program shows no pictures and no links. */
export function MailText({ nodes }: { nodes: MarkdownNode[] }) {
  const { origin } = location
  const { text } = newsletterParts({ nodes, origin, leaveUrl: origin + urls.leaveNewsletter() })
  return (
    <section aria-label="As plain text" className="mt-5 grid gap-2 border-t border-line pt-5">
      <h3 className="text-sm font-medium text-muted">As plain text</h3>
      <pre className="font-mono text-[13px] wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </section>
  )
}
