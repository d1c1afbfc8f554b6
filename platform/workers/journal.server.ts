import { randomUUID } from 'node:crypto'
import { ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How much one writer can be ahead of the slowest reader. */
const ringBytes = 256 * 1024
/** A longer entry is not written. */
const longestEntry = 8 * 1024
const positionBytes = 8

/** A file without a name, for those who inherit its number; it is gone with the last of them. */
export function createJournalFile(writers: number) {
  for (const folder of ['/dev/shm', tmpdir()]) {
    const path = join(folder, `car-parts-workers-${randomUUID()}`)
    try {
      const file = openSync(path, 'wx+', 0o600)
      unlinkSync(path)
      ftruncateSync(file, writers * (positionBytes + ringBytes))
      return file
    } catch {
      // No memory to share there.
    }
  }
  throw new Error(`Nothing can be written in ${tmpdir()}, where workers tell each other what has changed.`)
}

/**
 * What the processes of one machine tell each other, in a file that all of them have open. Each has a ring of its own in it,
 * into which nobody else writes, and the position up to which it has written. What was written before an answer is there for
 * every process that reads afterwards; to find nothing new takes less than a microsecond.
 */
export class Journal {
  readonly #file: number
  readonly #own: number
  readonly #positions: Float64Array
  readonly #read: Float64Array

  constructor(file: number, { own, writers }: { own: number; writers: number }) {
    this.#file = file
    this.#own = own
    this.#positions = new Float64Array(writers)
    this.#readPositions()
    this.#read = this.#positions.slice()
  }

  /** False when it is too long. */
  write(entry: unknown) {
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
    if (bytes.length > longestEntry) return false
    const at = this.#read[this.#own]!
    for (const { place, from, length } of this.#pieces(this.#own, at, bytes.length))
      writeSync(this.#file, bytes, from, length, place)
    this.#read[this.#own] = at + bytes.length
    const position = this.#own * positionBytes
    writeSync(this.#file, this.#read, position, positionBytes, position)
    return true
  }

  /** What others have written since; undefined when that was so much that some of it is lost. */
  read(): unknown[] | undefined {
    this.#readPositions()
    let found: unknown[] | undefined = nothing
    for (let writer = 0; writer < this.#positions.length; writer += 1) {
      if (this.#positions[writer] === this.#read[writer]) continue
      const entries = this.#readFrom(writer)
      found = found && entries && [...found, ...entries]
    }
    return found
  }

  #readFrom(writer: number): unknown[] | undefined {
    const from = this.#read[writer]!
    const upTo = this.#positions[writer]!
    this.#read[writer] = upTo
    if (upTo - from > ringBytes - longestEntry) return undefined
    const bytes = Buffer.alloc(upTo - from)
    for (const { place, from: start, length } of this.#pieces(writer, from, bytes.length))
      readSync(this.#file, bytes, start, length, place)
    // Written over meanwhile, or about to be.
    this.#readPositions()
    if (this.#positions[writer]! - from > ringBytes - longestEntry) return undefined
    try {
      return bytes
        .toString()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    } catch {
      return undefined
    }
  }

  #readPositions() {
    readSync(this.#file, this.#positions, 0, this.#positions.byteLength, 0)
  }

  /** Where bytes of a writer are: in two places when they go over the end of the ring. */
  #pieces(writer: number, position: number, length: number) {
    const ring = this.#positions.byteLength + writer * ringBytes
    const at = position % ringBytes
    const first = Math.min(length, ringBytes - at)
    return [
      { place: ring + at, from: 0, length: first },
      { place: ring, from: first, length: length - first },
    ].filter((piece) => piece.length > 0)
  }
}

const nothing: unknown[] = []
