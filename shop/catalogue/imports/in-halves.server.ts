import { isDuplicate } from '~/platform/db/errors.server.ts'
import { Refusal } from '~/platform/refusal.ts'

type Save<One> = (some: One[], problem?: string) => Promise<void>

/**
 * Saves all at once. Where something is refused that could not be planned, because somebody else was at it meanwhile, each
 * half is saved on its own, until the one is found that it is about: for that one `save` is told why it cannot be.
 */
export async function inHalves<One>(all: One[], save: Save<One>): Promise<void> {
  try {
    await save(all)
  } catch (error) {
    if (!(error instanceof Refusal || isDuplicate(error))) throw error
    if (all.length === 1) return save(all, error instanceof Refusal ? error.message : takenMeanwhile)
    const middle = Math.ceil(all.length / 2)
    await inHalves(all.slice(0, middle), save)
    await inHalves(all.slice(middle), save)
  }
}

const takenMeanwhile = 'Somebody else has taken its name or number meanwhile.'
