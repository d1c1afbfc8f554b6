import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '~/platform/client/api.ts'
import { newId } from '~/platform/id.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { urls } from '~/shop/urls.ts'

type Problem = { message: string; reason?: string; status?: number }
type Key = { 'idempotency-key': string }

/** Orders, by the form of a part or with the cart. */
export function useOrdering() {
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setIsSending] = useState(false)
  const sent = useRef({ text: '', key: '' })

  /** A second click, or a try after a lost response, is the same purchase; another input is another one. */
  function keyFor(body: object) {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: newId() }
    return sent.current.key
  }

  /** Resolves to undefined when it was refused. */
  async function send<Body extends object, Placed>(
    body: Body,
    post: (input: { body: Body; headers: Key }) => Promise<Placed>,
    onRefused: (refusal: ApiError) => void,
  ) {
    setProblem(undefined)
    setIsSending(true)
    try {
      return await post({ body, headers: { 'idempotency-key': keyFor(body) } })
    } catch (error) {
      setIsSending(false)
      if (!(error instanceof ApiError)) throw error
      onRefused(error)
      return undefined
    }
  }
  return { send, isSending, problem, setProblem }
}

/** Why nothing was ordered; with too many unpaid orders, the way to them. */
export const OrderingProblem = ({ problem }: { problem: Problem | undefined }) => (
  <FormError text={problem?.message}>
    {problem?.reason === 'too_many_unpaid' && (
      <Link to={urls.myOrders()} className="underline underline-offset-4">
        My Orders
      </Link>
    )}
  </FormError>
)
