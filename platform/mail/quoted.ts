/** What somebody else wrote, for a mail of ours: marked line by line, so that none of it reads or works as our own. */
export const quoted = (text: string) =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
