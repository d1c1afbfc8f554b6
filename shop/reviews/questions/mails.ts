import type { PartQuestionRow } from '~/database/tables.ts'
import { mailBody, quoted } from '~/platform/mail/paragraphs.ts'
import { urls } from '~/shop/urls.ts'
import { hideReasons } from '../rules.ts'

type Question = Pick<PartQuestionRow, 'id' | 'product_id' | 'question' | 'asker_name' | 'car'>

/** To the owner. */
export const questionAskedMail = (shopEmail: string, question: Question, productName: string) => ({
  to: shopEmail,
  subject: 'A question about a part',
  isSigned: true,
  ...mailBody([
    `${question.asker_name} asks about ${productName}${question.car ? `, for a ${question.car}` : ''}:`,
    quoted(question.question),
    urls.reviewQueue(),
  ]),
  event: `question:${question.id}:asked`,
})

type Answered = { to: string; productName: string; answer: string; at: string }

/** To who asked; again when the answer was changed. */
export const questionAnsweredMail = (question: Question, { to, productName, answer, at }: Answered) => ({
  to,
  subject: 'Your question is answered',
  isSigned: true,
  ...mailBody([
    `Hello ${question.asker_name},`,
    `you asked about ${productName}:`,
    quoted(question.question),
    'Our answer:',
    answer,
    urls.product(question.product_id),
  ]),
  event: `question:${question.id}:answered:${at}`,
})

/** To who asked: why nobody is going to read it. */
export const questionHiddenMail = (
  question: Question,
  { to, reason, at }: { to: string; reason: keyof typeof hideReasons; at: string },
) => ({
  to,
  subject: 'Your question is not shown',
  isSigned: true,
  ...mailBody([
    `Hello ${question.asker_name},`,
    'we do not show this question of yours:',
    quoted(question.question),
    `${hideReasons[reason]}. You can ask another one on the page of the part.`,
    urls.product(question.product_id),
  ]),
  event: `question:${question.id}:hidden:${at}`,
})
