/** Of messages and their answers, which staff alone see: no script of the contact page. */
export const longestMessageAnswer = 4000

/**
 * Older messages about a purchase name it in their head, by its number for readers, by its id for the link to it. Anybody can
 * write such a head: what it leads to is for those who may see it.
 */
export function purchaseIn(message: string) {
  const [head, number, id] = /^About purchase no\. ([0-9A-F]{8}) \(([\w-]{8,64})\):\s+/.exec(message) ?? []
  return head && number && id ? { number, id, text: message.slice(head.length) } : undefined
}

export const messageStates = ['all', 'unread', 'read', 'answered'] as const

/** Where nobody can be named any more who answered. */
export const formerColleague = 'Somebody who has left'
