export const mailsPerPage = 25

/** Splits a text at its links: every second piece is one. */
export const splitAtLinks = (text: string) => text.split(/(https?:\/\/[^\s<>"]+)/)
