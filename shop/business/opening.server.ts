import type { Database, Db, Tx } from '~/platform/db/database.server.ts'
import type { Caller } from '~/platform/http/endpoint.server.ts'
import { Refusal } from '~/platform/refusal.ts'
import { record } from '~/shop/audit/record.server.ts'
import type { Opening } from './contract.ts'
import { refuse } from './contract.ts'
import { changeRecord, readRecord } from './records.server.ts'

/** Something to be done before a shop opens, and whether it is: looked at each time, never ticked. */
export type OpeningStep = { id: string; title: string; todo: string; link?: string; isDone: boolean }

export type LookAtSteps = () => Promise<OpeningStep[]>

type Saved = {
  /** What the owner needs not, with who has said so. */
  skipped: Record<string, { by: string; at: string }>
  readySince?: string | undefined
}

const section = 'opening'

async function readSaved(db: Db | Tx) {
  const { version, value } = await readRecord(db, section)
  return { version, saved: (value ? JSON.parse(value) : { skipped: {} }) as Saved }
}

/** The list, and since when nothing is left of it. */
export async function readOpening(database: Database, lookAtSteps: LookAtSteps): Promise<Opening> {
  const [steps, { version, saved }] = await Promise.all([lookAtSteps(), readSaved(database.db)])
  const lines = steps.map(({ isDone, ...step }) => ({
    ...step,
    state: isDone ? ('done' as const) : saved.skipped[step.id] ? ('skipped' as const) : ('open' as const),
  }))
  const isReady = lines.every(({ state }) => state !== 'open')
  const readySince = isReady ? (saved.readySince ?? new Date().toISOString()) : undefined
  if (readySince !== saved.readySince)
    await changeRecord(database, { section, version }, async () =>
      JSON.stringify({ ...saved, readySince } satisfies Saved),
    ).catch((error) => {
      // Somebody else has looked, or skipped something, at the same moment.
      if (!(error instanceof Refusal)) throw error
    })
  return { lines, ...(readySince && { readySince }) }
}

/** Again when somebody else has changed the list at the same moment: each line stands alone. */
export async function skipStep(database: Database, by: Caller, step: OpeningStep, isSkipped: boolean) {
  for (let tries = 0; ; tries += 1)
    try {
      return await trySkip(database, by, step, isSkipped)
    } catch (error) {
      if (!(error instanceof Refusal) || tries === 5) throw error
    }
}

async function trySkip(database: Database, by: Caller, step: OpeningStep, isSkipped: boolean) {
  const { version } = await readSaved(database.db)
  return changeRecord(database, { section, version }, async (tx, value) => {
    const saved: Saved = value ? JSON.parse(value) : { skipped: {} }
    if (Object.hasOwn(saved.skipped, step.id) === isSkipped) return undefined
    const { [step.id]: _before, ...others } = saved.skipped
    const skipped = isSkipped
      ? { ...others, [step.id]: { by: by.email, at: new Date().toISOString() } }
      : others
    const [from, to] = isSkipped ? ['open', 'not for us'] : ['not for us', 'open']
    const details = { [step.title]: { from: from!, to: to! } }
    await record(tx, by, { what: 'shop settings changed', subject: 'Before you open', details })
    return JSON.stringify({ skipped } satisfies Saved)
  })
}

export async function stepOf(lookAtSteps: LookAtSteps, id: string) {
  const step = (await lookAtSteps()).find((found) => found.id === id)
  if (!step) throw refuse('unknown_step')
  return step
}
