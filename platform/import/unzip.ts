import { FileProblem } from './file-problem.ts'

export type ZippedFile = { name: string; read: (mostBytes: number) => Promise<Uint8Array<ArrayBuffer>> }

/** Signatures of the format, as numbers that begin with their lowest byte. */
const [localHeader, centralHeader, endOfDirectory] = [0x04034b50, 0x02014b50, 0x06054b50]
/** The end of the directory stands before a comment of at most so many bytes. */
const endBytes = 22
const longestComment = 65_535
const mostFiles = 1000
const [stored, deflated] = [0, 8]

export const isZip = (bytes: Uint8Array) =>
  bytes.length > endBytes && viewOf(bytes).getUint32(0, true) === localHeader

/** The files in a zip file. What would take a password or more memory than there may be is refused. */
export function filesInZip(bytes: Uint8Array<ArrayBuffer>): ZippedFile[] {
  const view = viewOf(bytes)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > mostFiles) throw cannotBeRead()
  const files: ZippedFile[] = []
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== centralHeader) throw cannotBeRead()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    )
    const entry = {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!)),
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength! + extraLength! + commentLength!
    // Folders, and what macOS puts beside each file.
    if (entry.name.endsWith('/') || entry.name.startsWith('__MACOSX/')) continue
    files.push({ name: entry.name, read: (mostBytes) => readEntry(bytes, entry, mostBytes) })
  }
  return files
}

type Entry = { isLocked: boolean; method: number; packed: number; size: number; at: number }

async function readEntry(
  bytes: Uint8Array<ArrayBuffer>,
  { isLocked, method, packed, size, at }: Entry,
  mostBytes: number,
) {
  if (isLocked) throw new FileProblem(0, ['The zip file is locked with a password: unzip it first.'])
  const view = viewOf(bytes)
  if (at + 30 > bytes.length || view.getUint32(at, true) !== localHeader) throw cannotBeRead()
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const data = bytes.subarray(from, from + packed)
  if (data.length !== packed || (method !== stored && method !== deflated)) throw cannotBeRead()
  const content = method === stored ? data : await inflated(data, Math.min(size, mostBytes))
  if (content.length !== size) throw size > mostBytes ? tooLong() : cannotBeRead()
  return content
}

/** At most one byte more than that, so that a small file cannot become a large one. */
async function inflated(data: Uint8Array<ArrayBuffer>, mostBytes: number) {
  const content = new Uint8Array(mostBytes)
  let length = 0
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return content.subarray(0, length)
      if (length + value.length > mostBytes) throw tooLong()
      content.set(value, length)
      length += value.length
    }
  } catch (error) {
    // Each browser has its own words for what is wrong inside.
    throw error instanceof FileProblem ? error : cannotBeRead()
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function findEnd(view: DataView) {
  const last = view.byteLength - endBytes
  for (let at = last; at >= 0 && at >= last - longestComment; at -= 1)
    if (view.getUint32(at, true) === endOfDirectory) return at
  throw cannotBeRead()
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const cannotBeRead = () =>
  new FileProblem(0, ['The zip file is damaged, or packed in an unusual way: unzip it first.'])
const tooLong = () => new FileProblem(0, ['What is in the zip file is too long.'])
