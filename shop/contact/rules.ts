export const longestMessage = 4000

export const messageProblem = (message: string) => {
  const text = message.trim()
  if (!text) return 'Message is required'
  return text.length > longestMessage ? `At most ${longestMessage} characters` : undefined
}

/** The head of a message that is about a purchase: by its number for readers, by its id for the link to it. */
export const aboutPurchase = ({ number, id }: { number: string; id: string }) =>
  `About purchase no. ${number} (${id}):\n\n`

/** Anybody can write such a head: what it leads to is for those who may see it. */
export function purchaseIn(message: string) {
  const [head, number, id] = /^About purchase no\. ([0-9A-F]{8}) \(([\w-]{8,64})\):\s+/.exec(message) ?? []
  return head && number && id ? { number, id, text: message.slice(head.length) } : undefined
}

export const thanks = 'Message sent. We will answer by email.'
