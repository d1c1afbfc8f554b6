type Step = () => unknown

const steps: Step[] = []

/** Runs when the test file is over, the latest first: what was opened last is closed first. */
export const afterThisFile = (step: Step) => void steps.push(step)

/** One step that fails must not leave the others to the next file. */
export async function cleanUp() {
  const failures: unknown[] = []
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step()
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The clean-up after this test file failed')
}
