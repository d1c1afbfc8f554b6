import type { Composed } from './compose.server.ts'

export type Headers = Record<string, string>

/**
 * A mail as a file that a person can read and a mail program can open: everything stands in it as it was written, in
 * UTF-8, so that no link is broken up, whatever else is in the mail.
 */
export function emlFile(headers: Headers, { text, html }: Pick<Composed, 'text' | 'html'>, boundary: string) {
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}`
  const lines = { ...headers, 'MIME-Version': '1.0' }
  return [
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}`),
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    part('text/plain', text),
    part('text/html', html),
    `--${boundary}--\n`,
  ].join('\n')
}
