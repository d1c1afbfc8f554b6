import type { Problem } from '~/platform/http/refusal.ts'

const patienceMs = 20_000
const unreachable: Problem = {
  reason: 'unreachable',
  message: 'The shop could not be reached. Check your connection and try again.',
}

/** Sends a form's wish; answers what stood in the way, or undefined when nothing did. */
export async function postJson(path: string, wish: unknown): Promise<Problem | undefined> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(patienceMs),
    })
    return answer.ok ? undefined : await problemIn(answer)
  } catch {
    return unreachable
  }
}

/** Something between us and the shop may answer with a page of its own instead of our words. */
async function problemIn(answer: Response): Promise<Problem> {
  const body: Partial<Problem> | null = await answer.json().catch(() => null)
  if (typeof body?.message === 'string') return { reason: 'unknown', message: body.message, ...body }
  return { reason: 'unknown', message: 'Something went wrong. Please try again in a moment.' }
}
