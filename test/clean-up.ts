type Step = () => unknown

const steps: Step[] = []

/** Runs after the test file, in reverse order: what was opened last is closed first. */
export const afterThisFile = (step: Step) => void steps.push(step)

/** Runs all steps, even if some fail. */
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
