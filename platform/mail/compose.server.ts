import type { MailRow } from '~/database/tables.ts'

/** What the mails of a shop have in common. */
export type Letterhead = {
  /** Who they are from, in words. */
  name: string
  /** The address of the shop, without a slash at its end. */
  origin: string
  /** What stands on the button that leads to a page of the shop. */
  labelOf(path: string): string
}

export type Composed = { subject: string; text: string; html: string }

/**
 * A mail is written as plain paragraphs. One that is nothing but an address of the shop, or a path in it, is a link of
 * its own line in the text and a button in the HTML part; both parts say the same. Addresses of others stay plain words,
 * and so does all that is `quoted`: what a stranger wrote to us must not look like something of ours to click.
 */
export function compose({ subject, body }: Pick<MailRow, 'subject' | 'body'>, head: Letterhead): Composed {
  const paragraphs = body
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => (/^\/[^\s/]\S*$/.test(paragraph) ? head.origin + paragraph : paragraph))
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${paragraphs.join('\n\n')}\n`,
    html: page(
      subject,
      head.name,
      paragraphs.map((paragraph) => block(paragraph, head)),
    ),
  }
}

function block(paragraph: string, { origin, labelOf }: Letterhead) {
  if (paragraph.startsWith('>'))
    return `<blockquote style="${styles.quote}">${escaped(paragraph.replace(/^> ?/gm, '')).replace(/\n/g, '<br>')}</blockquote>`
  if (!paragraph.startsWith(`${origin}/`) || /\s/.test(paragraph))
    return `<p style="margin:0 0 16px">${escaped(paragraph).replace(/\n/g, '<br>')}</p>`
  const link = escaped(paragraph)
  return [
    `<p style="margin:24px 0 8px"><a href="${link}" style="${styles.button}">${escaped(labelOf(paragraph.slice(origin.length)))}</a></p>`,
    `<p style="${styles.small}">${link}</p>`,
  ].join('\n')
}

const styles = {
  body: 'margin:0;padding:24px 12px;background:rgb(243,242,239);font:16px/1.55 Inter,Arial,sans-serif;color:rgb(22,24,29)',
  panel: 'max-width:560px;margin:0 auto;background:white;border-radius:12px;overflow:hidden',
  bar: 'padding:20px 28px;background:rgb(13,15,18);color:white;font:700 20px Archivo,Arial,sans-serif;border-bottom:4px solid rgb(232,84,26)',
  button:
    'display:inline-block;padding:13px 22px;border-radius:8px;background:rgb(209,71,15);color:white;font-weight:600;text-decoration:none',
  quote: 'margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid rgb(204,202,196);word-break:break-word',
  small: 'margin:0 0 24px;font-size:13px;color:rgb(86,91,99);word-break:break-all',
}

const page = (subject: string, name: string, blocks: string[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="${styles.body}">
<div style="${styles.panel}">
<div style="${styles.bar}">${escaped(name)}</div>
<div style="padding:28px">
${blocks.join('\n')}
</div>
</div>
</body>
</html>
`

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
