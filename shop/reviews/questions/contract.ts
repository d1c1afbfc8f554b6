import { z } from 'zod'
import type { Contract } from '~/platform/client/route.ts'
import { typed } from '~/platform/http/input/schemas.ts'
import { ListQuery } from '~/platform/lists/list-query.ts'
import { refusalsOf } from '~/platform/refusal.ts'
import { contactProblem } from '../public-text.ts'
import {
  longestPartQuestion,
  mostQuestionsADay,
  questionsShown,
  shortestQuestion,
  tooShort,
} from './rules.ts'

/** A question as everybody reads it: only what is answered is public. */
export const AnsweredQuestion = z.object({
  _id: z.string(),
  question: z.string(),
  /** The first name of who asked. */
  askedBy: z.string(),
  car: z.string().optional(),
  /** Of an article instead, which says more. */
  blogId: z.string().optional(),
  answer: z.string().optional(),
  answeredAt: z.string(),
})
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>

export const AskQuestion = z.object({
  question: typed(longestPartQuestion, tooShort)
    .refine((text) => text.length >= shortestQuestion, tooShort)
    .superRefine((text, context) => {
      const message = contactProblem(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  /** The car that it is about. */
  vehicleId: z.string().min(1).max(120).optional(),
})

const byId = z.object({ id: z.string() })

export const questionContract = {
  listPartQuestions: {
    params: byId,
    query: z.object({
      page: ListQuery.shape.page.transform((page) => page ?? 1),
      limit: ListQuery.shape.limit.transform((limit) => limit ?? questionsShown),
    }),
    response: z.array(AnsweredQuestion),
  },
  askQuestion: { params: byId, body: AskQuestion, response: z.object({ insertedId: z.string() }) },
} satisfies Contract
export type QuestionContract = typeof questionContract

export const refuseQuestion = refusalsOf({
  unknown_product: [404, 'There is no such part.'],
  unknown_vehicle: [404, 'There is no such car.'],
  unknown_question: [404, 'There is no such question.'],
  staff_answer: [403, 'Questions are for customers: those who run the shop answer them.', 'forbidden'],
})

export const tooManyQuestions = `You have asked ${mostQuestionsADay} questions today. Please ask the next one tomorrow.`
