import type { MailRow } from '~/database/tables.ts'
import { mailPage } from './html.server.ts'
import type { MailBlock } from './paragraphs.ts'

/** What the mails of a shop have in common. */
export type Letterhead = {
  /** Who they are from, in words. */
  name: string
  /** The address of the shop, without a slash at its end. */
  origin: string
  /** Shown before the name, or in its place where it holds the name. */
  logo: { path: string; width: number; height: number; hasName: boolean }
  colours: { accent: string; onAccent: string }
  /** At the end of the HTML part, a line each: who sells, and where. */
  foot: string[]
  /** What stands on the button that leads to a page of the shop. */
  labelOf(path: string): string
  /** The address of a small copy of a picture; undefined where a mail program could not load it. */
  pictureOf(address: string): string | undefined
}

/** What a mail has beside its text, stored with it: nothing is looked up again when it is sent. */
export type MailDetails = {
  /** The name of the shop stands after its subject and under its text. */
  isSigned?: boolean | undefined
  /** Its HTML part, where that is more than the paragraphs of the text. */
  blocks?: MailBlock[] | undefined
  /** Its Message-ID, without brackets, where others of its thread name it; else it has one of its own. */
  messageId?: string | undefined
  /** The Message-IDs of its thread, from the first one on. */
  references?: string[] | undefined
}

export type Composed = { subject: string; text: string; html: string }

/**
 * A mail is written as plain paragraphs. One that is nothing but an address of the shop, or a path in it, is a link of
 * its own line in the text; in the HTML part the first of them is the button. Addresses of others stay plain words, and
 * so does all that is `quoted`: what a stranger wrote to us must not look like something of ours to click.
 */
export function compose(
  { subject, body, details }: Pick<MailRow, 'subject' | 'body' | 'details'>,
  head: Letterhead,
): Composed {
  const { isSigned, blocks }: MailDetails = details ? JSON.parse(details) : {}
  const signed = <T>(parts: (T | string)[]) => (isSigned ? [...parts, head.name] : parts)
  const whole = <T>(part: T) =>
    typeof part === 'string' && /^\/[^\s/]\S*$/.test(part) ? head.origin + part : part
  const paragraphs = signed(body.trim().split(/\n{2,}/)).map(whole)
  const title = (isSigned ? `${subject} - ${head.name}` : subject).replace(/[\r\n]+/g, ' ')
  return {
    subject: title,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage({ title, blocks: blocks ? signed(blocks).map(whole) : paragraphs, head }),
  }
}
