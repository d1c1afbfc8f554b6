import { Field, SelectField } from '~/platform/ui/Field.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { countries, statesOf } from '~/shop/addresses/countries.ts'
import type { Area } from './areas.ts'

/** What is wrong, by where it stands in the whole: `zones.1.areas`. */
export type Problems = Record<string, string>

/** An area as it is typed. */
export type AreaDraft = { country: string; region: string; postcodes: string }

export const areaDraft = ({ country, region = '', postcodes = [] }: Area): AreaDraft => ({
  country,
  region,
  postcodes: postcodes.join(', '),
})

export function areaIn({ country, region, postcodes }: AreaDraft): Area {
  const rules = postcodes.split(/[,;\n]/).flatMap((rule) => rule.trim() || [])
  return { country, ...(region && { region }), ...(rules.length > 0 && { postcodes: rules }) }
}

export const statesOfCode = (code: string) => statesOf(countries.find((it) => it.code === code)?.name)

export const shortId = () => crypto.randomUUID().slice(0, 8)

/** A list with one of its entries replaced, or without it. */
export const replaced = <T,>(list: T[], n: number, entry: T | undefined) =>
  list.flatMap((it, at) => (at === n ? (entry === undefined ? [] : [entry]) : [it]))

type PlaceProps = {
  value: { country: string; region: string }
  onChange: (value: { country: string; region: string }) => void
  /** The country that stands for all others. */
  hasRest?: boolean
  anyState: string
  error?: string | undefined
}

/** A country, and its state where it has some. */
export function PlaceFields({ value: { country, region }, onChange, hasRest, anyState, error }: PlaceProps) {
  const states = statesOfCode(country)
  return (
    <>
      <SelectField
        label="Country"
        value={country}
        error={error}
        onChange={({ target }) => onChange({ country: target.value, region: '' })}
      >
        {!country && <option value="">Choose</option>}
        {hasRest && <option value="*">Everywhere else</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {states.length > 0 && (
        <SelectField
          label="State"
          value={region}
          onChange={({ target }) => onChange({ country, region: target.value })}
        >
          <option value="">{anyState}</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

type Props = {
  areas: AreaDraft[]
  onChange: (areas: AreaDraft[]) => void
  problems: Problems
  /** Where they stand in the whole. */
  path: string
}

/** Where it is: countries, states, postcodes, a row each. */
export const AreaFields = ({ areas, onChange, problems, path }: Props) => (
  <fieldset className="grid gap-3">
    <legend className="mb-1 text-sm font-semibold">Where</legend>
    {areas.map((area, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by
      <div key={n} className="grid items-start gap-3 sm:grid-cols-3">
        <PlaceFields
          hasRest
          anyState="All states"
          value={area}
          onChange={(place) => onChange(replaced(areas, n, { ...area, ...place }))}
          error={problems[`${path}.${n}.country`] ?? problems[`${path}.${n}.region`]}
        />
        {area.country !== '*' && (
          <Field
            label="Postcodes (optional)"
            value={area.postcodes}
            onChange={({ target }) => onChange(replaced(areas, n, { ...area, postcodes: target.value }))}
            placeholder="90001-90899, V0*"
            error={problemOfPostcodes(problems, `${path}.${n}.postcodes`)}
          />
        )}
        {areas.length > 1 && (
          <button
            type="button"
            className="btn btn-quiet btn-small justify-self-start sm:col-span-3"
            onClick={() => onChange(replaced(areas, n, undefined))}
          >
            Remove this place
          </button>
        )}
      </div>
    ))}
    <FormError text={problems[path]} />
    <button
      type="button"
      className="btn btn-quiet btn-small justify-self-start"
      onClick={() => onChange([...areas, { country: '', region: '', postcodes: '' }])}
    >
      Add a place
    </button>
  </fieldset>
)

const problemOfPostcodes = (problems: Problems, path: string) =>
  Object.entries(problems).find(([at]) => at.startsWith(path))?.[1]
