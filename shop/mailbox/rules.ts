export const mailsPerPage = 25

/** Splits a text at its links: every second piece is one. */
export const splitAtLinks = (text: string) => text.split(/(https?:\/\/[^\s<>"]+)/)

/** What a mail program would show, as a document of its own. */
export const mailHtml = (id: string) => `/mailbox/mails/${id}`
