import { sizes } from '../rules.ts'

export const SizeChoice = () => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">Size</legend>
    <div className="grid grid-cols-4 gap-2">
      {sizes.map((size) => (
        <label key={size} className="choice">
          <input type="radio" name="size" value={size} defaultChecked={size === 'M'} className="sr-only" />
          {size}
        </label>
      ))}
    </div>
  </fieldset>
)
