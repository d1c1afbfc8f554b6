import { escapeHtml as escaped } from '~/platform/text.ts'
import type { Letterhead } from './compose.server.ts'
import { markdownHtml } from './markdown-html.server.ts'
import type { MailBlock, MailLine, MailSum } from './paragraphs.ts'

type Page = { title: string; blocks: MailBlock[]; head: Letterhead }

/**
 * Tables and styles at each tag, because mail programs know little else. Where one shows mails dark and asks us, the few
 * rules of the head say how; where one turns the colours by itself, none of ours is in its way.
 */
export const mailPage = ({ title, blocks, head }: Page) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(title)}</title>
<style>${darkRules}</style></head>
<body class="page" style="margin:0;background:#f3f2ef">
<table role="presentation" class="page" ${plain} style="background:#f3f2ef"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="panel" ${plain} style="max-width:600px;background:#ffffff;border-radius:12px;overflow:hidden">
<tr><td style="padding:18px 28px;${head.logo.hasName ? 'background:#ffffff' : 'background:#0d0f12'};border-bottom:4px solid ${escaped(head.colours.accent)}">${logo(head)}</td></tr>
<tr><td class="ink" style="padding:28px 28px 12px;font:16px/1.55 Inter,Arial,sans-serif;color:#14171b;word-break:break-word">
${drawn(blocks, head).join('\n')}
</td></tr>
</table>
<p class="muted" dir="auto" style="max-width:560px;margin:16px auto 0;font:13px/1.5 Inter,Arial,sans-serif;color:#565b63">${head.foot.map(escaped).join('<br>')}</p>
</td></tr></table>
</body>
</html>
`

const plain = 'width="100%" cellpadding="0" cellspacing="0" border="0"'

const darkRules = `@media (prefers-color-scheme:dark){${Object.entries({
  page: 'background:#0d0f12',
  panel: 'background:#15181c',
  ink: 'color:#f4f2ee',
  muted: 'color:#a3a8b0',
  line: 'border-color:#2b3037',
})
  .map(([name, rule]) => `.${name}{${rule}!important}`)
  .join('')}}`

function logo({ name, origin, logo: { path, width, height, hasName } }: Letterhead) {
  const picture = `<img src="${escaped(origin + path)}" width="${width}" height="${height}" alt="${hasName ? escaped(name) : ''}" style="display:inline-block;vertical-align:middle;border:0;font:700 20px Archivo,Arial,sans-serif;color:#14171b">`
  if (hasName) return picture
  return `${picture}<span style="padding-left:10px;vertical-align:middle;color:#ffffff;font:700 20px Archivo,Arial,sans-serif">${escaped(name)}</span>`
}

/** One button; further links are words. Beside a button that is all there is to do, its address is shown, to be copied. */
function drawn(blocks: MailBlock[], head: Letterhead) {
  const isLink = (block: MailBlock): block is string =>
    typeof block === 'string' && block.startsWith(`${head.origin}/`) && !/\s/.test(block)
  const button = blocks.find(isLink)
  const isPlain = blocks.every((block) => typeof block === 'string')
  return blocks.map((block) => {
    if (!isLink(block)) return drawBlock(block, head)
    const label = escaped(head.labelOf(block.slice(head.origin.length)))
    const link = escaped(block)
    if (block !== button)
      return `<p style="margin:0 0 16px"><a href="${link}" class="ink" style="color:#14171b">${label}</a></p>`
    const { accent, onAccent } = head.colours
    const style = `display:inline-block;padding:13px 22px;font-weight:600;text-decoration:none;color:${escaped(onAccent)}`
    return [
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 ${isPlain ? 8 : 24}px"><tr><td bgcolor="${escaped(accent)}" style="border-radius:8px"><a href="${link}" style="${style}">${label}</a></td></tr></table>`,
      ...(isPlain
        ? [
            `<p class="muted" style="margin:0 0 24px;font-size:13px;color:#565b63;word-break:break-all">${link}</p>`,
          ]
        : []),
    ].join('\n')
  })
}

function drawBlock(block: MailBlock, head: Letterhead) {
  if (typeof block !== 'string') {
    if ('lines' in block) return partsTable(block, head)
    if ('nodes' in block) return markdownHtml(block.nodes, head)
    return 'note' in block ? noteBlock(block) : addressBlock(block)
  }
  if (block.startsWith('>'))
    return `<blockquote class="line" dir="auto" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #ccc9c2">${broken(block.replace(/^> ?/gm, ''))}</blockquote>`
  return `<p dir="auto" style="margin:0 0 16px">${broken(block)}</p>`
}

const partsTable = ({ lines, sums }: { lines: MailLine[]; sums: MailSum[] }, head: Letterhead) =>
  `<table role="presentation" ${plain} style="margin:8px 0 20px">${[
    ...lines.map((line) => partRow(line, head)),
    ...sums.map((sum, n) => sumRow(sum, n === sums.length - 1)),
  ].join('')}</table>`

const border = 'border-top:1px solid #d9d5cd'

function partRow({ name, note, picture, amount }: MailLine, { pictureOf }: Letterhead) {
  const source = pictureOf(picture)
  const image = source
    ? `<img src="${escaped(source)}" width="64" height="48" alt="${escaped(name)}" style="display:block;width:64px;height:48px;object-fit:cover;border-radius:6px;border:0;font-size:11px;overflow:hidden">`
    : ''
  return [
    `<tr><td class="line" width="64" valign="top" style="padding:12px 14px 12px 0;${border}">${image}</td>`,
    `<td class="line" valign="top" dir="auto" style="padding:12px 0;${border};line-height:1.35"><strong>${escaped(name)}</strong><br><span class="muted" style="font-size:14px;color:#565b63">${escaped(note)}</span></td>`,
    `<td class="line" valign="top" align="right" style="padding:12px 0 12px 14px;${border};white-space:nowrap">${escaped(amount ?? '')}</td></tr>`,
  ].join('')
}

function sumRow({ name, amount }: MailSum, isTotal: boolean) {
  const style = `${isTotal ? `${border};font-weight:700;font-size:18px;` : ''}padding:${isTotal ? '12px' : '4px'} 0`
  return `<tr><td class="line" colspan="2" style="${style}">${escaped(name)}</td><td class="line" align="right" style="${style};white-space:nowrap">${escaped(amount)}</td></tr>`
}

const addressBlock = ({ title, address }: { title: string; address: string[] }) =>
  `<p dir="auto" style="margin:0 0 20px"><span class="muted" style="font-size:14px;color:#565b63">${escaped(title)}</span><br>${address.map(escaped).join('<br>')}</p>`

const noteBlock = ({ note, link }: { note: string; link: { words: string; address: string } }) =>
  `<p class="muted line" style="margin:28px 0 16px;padding-top:16px;border-top:1px solid #d9d5cd;font-size:13px;color:#565b63">${escaped(note)} <a href="${escaped(link.address)}" class="muted" style="color:#565b63">${escaped(link.words)}</a></p>`

const broken = (text: string) => escaped(text).replace(/\n/g, '<br>')
