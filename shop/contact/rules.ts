export const longestMessage = 4000

export const messageProblem = (message: string) => {
  const text = message.trim()
  if (!text) return 'Message is required'
  return text.length > longestMessage ? `At most ${longestMessage} characters` : undefined
}

/**
 * Older messages about a purchase name it in their head, by its number for readers, by its id for the link to it. Anybody can
 * write such a head: what it leads to is for those who may see it.
 */
export function purchaseIn(message: string) {
  const [head, number, id] = /^About purchase no\. ([0-9A-F]{8}) \(([\w-]{8,64})\):\s+/.exec(message) ?? []
  return head && number && id ? { number, id, text: message.slice(head.length) } : undefined
}

export const thanks = 'Message sent. We will answer by email.'

export const messageStates = ['all', 'unread', 'read', 'answered'] as const

/** Where nobody can be named any more who answered. */
export const formerColleague = 'Somebody who has left'
