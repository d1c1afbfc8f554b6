/** A file that is wrong as a whole, or on a line that hides what comes after it. */
export class FileProblem extends Error {
  constructor(
    /** 0 where it is none. */
    readonly line: number,
    readonly messages: string[],
  ) {
    super(messages.join('\n'))
  }
}
