import type { LineMistake } from './csv-table.ts'

type CountedNote = LineMistake & { count: number }

/** The same words once, with the first line that they are about; the most frequent first. */
export function countNotes(first: LineMistake[] = []) {
  const counts = new Map<string, CountedNote>()
  function add(notes: LineMistake[]) {
    for (const { line, message } of notes) {
      const known = counts.get(message)
      if (known) known.count += 1
      else counts.set(message, { line, message, count: 1 })
    }
  }
  add(first)
  return { add, list: () => [...counts.values()].sort((a, b) => b.count - a.count) }
}
