import { useEffect, useState } from 'react'
import { getByHttp } from '~/platform/client/api-context.ts'
import { Field } from '~/platform/ui/Field.tsx'
import { vehicleRoutes } from '~/shop/routes.ts'
import type { FitAttribute } from '~/shop/vehicles/admin/contract.ts'
import type { Choices } from '~/shop/vehicles/choices.ts'
import { splitValues } from '~/shop/vehicles/choices.ts'

type Props = {
  vehicleId: string
  attributes: FitAttribute[]
  conditions: Choices
  onChange: (conditions: Choices) => void
}

/** One field for each thing that a car may be asked about; what nothing is said about restricts nothing. */
export function ConditionFields({ vehicleId, attributes, conditions, onChange }: Props) {
  const options = useOptions(vehicleId)
  if (!options || attributes.length === 0) return null
  const set = (attribute: string, values: string[]) => onChange({ ...conditions, [attribute]: values })
  return (
    <div className="grid gap-4">
      <p className="font-semibold">Only for cars with</p>
      {attributes.map(({ _id, name }) => {
        const said = conditions[_id] ?? []
        const known = options[_id]
        if (!known)
          return (
            <Field
              key={_id}
              label={name}
              defaultValue={said.join(', ')}
              onChange={({ currentTarget }) => set(_id, splitValues(currentTarget.value))}
              hint="Any of these, with commas between"
            />
          )
        return (
          <fieldset key={_id} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{name}</legend>
            <div className="flex flex-wrap gap-2">
              {[...new Set([...known, ...said])].map((value) => (
                <label key={value} className="choice min-w-20 px-3">
                  <input
                    type="checkbox"
                    className="sr-only"
                    checked={said.includes(value)}
                    onChange={({ currentTarget }) =>
                      set(
                        _id,
                        currentTarget.checked ? [...said, value] : said.filter((other) => other !== value),
                      )
                    }
                  />
                  {value}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

/** What this car may have, by attribute; undefined until it is known. */
function useOptions(vehicleId: string) {
  const [options, setOptions] = useState<Choices>()
  useEffect(() => {
    const overtaken = new AbortController()
    getByHttp(vehicleRoutes.getVehicle, { params: { id: vehicleId }, signal: overtaken.signal }).then(
      ({ data }) => setOptions(Object.fromEntries(data.attributes.map(({ _id, values }) => [_id, values]))),
      // The server checks what is typed then.
      () => overtaken.signal.aborted || setOptions({}),
    )
    return () => overtaken.abort()
  }, [vehicleId])
  return options
}
