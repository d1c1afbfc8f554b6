import type { CsvLine, LineMistake, ReadLine } from './csv-table.ts'
import { FileProblem } from './file-problem.ts'

type Batch<Values> = {
  lines: CsvLine<Values>[]
  problems: LineMistake[]
  /** Both, as they were read. */
  reads: ReadLine<Values>[]
  isBroken?: true
}

/** What is wrong with a file as a whole is a problem like others, and the last one. */
export async function* batchesOf<Values>(source: AsyncIterable<ReadLine<Values>>, atOnce: number) {
  const nothing = (): Batch<Values> => ({ lines: [], problems: [], reads: [] })
  let batch = nothing()
  try {
    for await (const read of source) {
      batch.reads.push(read)
      if ('values' in read) batch.lines.push(read)
      else batch.problems.push(...read.problems.map((message) => ({ line: read.line, message })))
      if (batch.reads.length < atOnce) continue
      yield batch
      batch = nothing()
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    batch.isBroken = true
    batch.problems.push(...error.messages.map((message) => ({ line: error.line, message })))
  }
  yield batch
}

export const byLine = (a: LineMistake, b: LineMistake) => a.line - b.line
