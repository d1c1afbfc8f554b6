export const lettersPerPage = 25

/** A text cut at its links, so that they can be clicked: every second piece is one. */
export const cutAtLinks = (text: string) => text.split(/(https?:\/\/[^\s<>"]+)/)
