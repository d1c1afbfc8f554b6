/** What other programs can be told, and what it says to people. */
export const toldEvents = {
  'order.paid': 'An order is paid',
  'order.cancelled': 'An order is cancelled',
  'order.shipped': 'An order is on its way',
  'order.returned': 'Pieces of an order came back',
  'order.refunded': 'Money for an order went back',
  'stock.changed': 'The stock of a part changes',
  'price.changed': 'The price of a part changes',
  'product.changed': 'A part is added, changed or deleted',
} as const
export type WebhookEvent = keyof typeof toldEvents
export const eventNames = Object.keys(toldEvents) as [WebhookEvent, ...WebhookEvent[]]

export const toldStates = ['all', 'waiting', 'failed', 'delivered'] as const

/** Each of them is one more row for whatever happens. */
export const mostWebhooks = 20

export const longestAddress = 500
