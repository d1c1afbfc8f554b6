import { FileProblem } from '~/platform/import/file-problem.ts'
import type { PiesLook } from './contract.ts'
import { readPies } from './read-pies.server.ts'

/** What a file says at its beginning, the last item of which may be cut off. */
export async function lookAtPies(pieces: AsyncIterable<Buffer>): Promise<PiesLook | { problem: string }> {
  try {
    for await (const { file } of readPies(pieces, { isBeginning: true }))
      return { version: file.version, submission: file.submission }
    return { version: '', submission: '' }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { problem: `Line ${error.line}: ${error.message}` }
  }
}
