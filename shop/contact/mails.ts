import { longDay } from '~/platform/dates.ts'
import { quoted } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { purchaseIn } from './thread-rules.ts'

type Message = {
  id: string
  email: string
  message: string
  thread_id: string
  purchase_id: string | null
  product_id: string | null
  car: string | null
}

type Notice = { shopEmail: string; account: string | undefined; partName: string | undefined }

/** To the owner, who may answer it by their own mail program, too. */
export function messageMail(message: Message, { shopEmail, account, partName }: Notice) {
  const about = message.purchase_id ?? purchaseIn(message.message)?.id
  return {
    to: shopEmail,
    replyTo: message.email,
    subject: 'A message from the contact page',
    text: [
      quoted(message.message),
      `From: ${message.email}`,
      account && `Signed in as: ${account}`,
      partName && `About: ${partName}`,
      message.car && `Car: ${message.car}`,
      urls.message(message.id),
      about && urls.purchase(about),
      message.product_id && urls.product(message.product_id),
    ]
      .filter(Boolean)
      .join('\n\n'),
    messageId: message.thread_id,
  }
}

type Answer = {
  shopEmail: string
  subject: string
  answer: string
  nth: number
  mailId: string
  /** The Message-IDs before it. */
  references: string[]
}

type Answered = Omit<Message, 'thread_id' | 'car'> & { created_at: string }

/** To who wrote: what they reply arrives where the shop reads its mails. */
export const answerMail = (message: Answered, answer: Answer) => ({
  to: message.email,
  replyTo: answer.shopEmail,
  subject: `Re: ${answer.subject}`,
  text: [
    answer.answer,
    message.purchase_id && urls.purchase(message.purchase_id),
    message.product_id && urls.product(message.product_id),
    `On ${longDay(new Date(message.created_at))} you wrote:`,
    quoted(purchaseIn(message.message)?.text ?? message.message),
  ]
    .filter(Boolean)
    .join('\n\n'),
  event: answerEvent(message.id, answer.nth),
  messageId: answer.mailId,
  references: answer.references,
})

export const answerEvent = (messageId: string, nth: number) => `message:${messageId}:answer:${nth}`
