import { keepUnits } from '~/platform/units.ts'
import { readAttributes } from '../attributes/attribute-lines.ts'

/** The measures of a part; nothing for a part without. */
export function PartAttributes({ attributes }: { attributes: string }) {
  if (!attributes) return null
  return (
    <section className="mt-10 grid gap-3" aria-labelledby="attributes">
      <h2 id="attributes" className="text-[22px]">
        Measures
      </h2>
      <table className="max-w-[65ch] text-left text-sm">
        <tbody>
          {readAttributes(attributes).map(({ name, value }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 font-normal text-muted">
                {name}
              </th>
              <td className="py-2">{keepUnits(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
