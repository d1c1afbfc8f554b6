import { FileProblem } from '~/platform/import/file-problem.ts'
import type { PiesLook } from './contract.ts'
import { brandCodeOf, readPies, said } from './read-pies.server.ts'

/** What a file says at its beginning, the last item of which may be cut off. */
export async function lookAtPies(pieces: AsyncIterable<Buffer>): Promise<PiesLook | { problem: string }> {
  const brands = new Map<string, string>()
  let look = { version: '', submission: '' }
  try {
    for await (const { item, file } of readPies(pieces, { isBeginning: true })) {
      const code = brandCodeOf(item)
      if (code) brands.set(code, brands.get(code) || said(item, 'BrandLabel'))
      look = { version: file.version, submission: file.submission }
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { problem: `Line ${error.line}: ${error.message}` }
  }
  return { ...look, brands: [...brands].map(([code, name]) => ({ code, name })) }
}
