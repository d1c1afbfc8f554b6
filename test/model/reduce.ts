/** As few of these steps as are found in a time to fail still: parts are left out, half of them first, then single ones. */
export async function reduce<Step>(
  steps: Step[],
  { fails, forMs }: { fails: (steps: Step[]) => Promise<Error | undefined>; forMs: number },
) {
  const end = Date.now() + forMs
  let error = await fails(steps)
  if (!error) return undefined
  let left = steps
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < left.length && Date.now() < end; ) {
      const fewer = [...left.slice(0, at), ...left.slice(at + size)]
      const failure = await fails(fewer)
      if (!failure) at += size
      else {
        left = fewer
        error = failure
      }
    }
  return error
}
