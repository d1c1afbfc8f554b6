import type { PartNumber } from '../numbers/number-lines.ts'
import { readNumbers } from '../numbers/number-lines.ts'

const labels: Record<PartNumber['kind'], string> = {
  own: 'Part number',
  oe: 'Original part number',
  competitor: 'Same part of another brand',
  replaced: 'Replaces',
  ean: 'EAN',
}

/** By what numbers a part is known; nothing for a part that has none. */
export function PartNumbers({ numbers }: { numbers: string }) {
  if (!numbers) return null
  return (
    <section className="mt-10 grid gap-3" aria-labelledby="numbers">
      <h2 id="numbers" className="text-[22px]">
        Part numbers
      </h2>
      <table className="max-w-[65ch] text-left text-sm">
        <tbody>
          {readNumbers(numbers).map(({ kind, maker, number }) => (
            <tr key={`${kind} ${maker} ${number}`} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {labels[kind]}
                {maker && `, ${maker}`}
              </th>
              <td className="py-2 font-mono">{number}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
