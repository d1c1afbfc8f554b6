import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { imageRoutes } from '~/shop/account-routes.ts'
import { postPicture, problemOfFile } from '~/shop/images/send-picture.ts'
import { firstAccent } from './accent.ts'
import { tonesOf } from './tones.ts'

type Props = {
  label: string
  name: string
  defaultValue: string | undefined
  error: string | undefined
  hint: string
}

/** The colour with all that is made of it, before it is saved. */
export function ColourField({ label, name, defaultValue, error, hint }: Props) {
  const id = useId()
  const [accent, setAccent] = useState(defaultValue ?? firstAccent)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="color"
          name={name}
          value={accent}
          onChange={(event) => setAccent(event.currentTarget.value)}
          className="h-11 w-20 cursor-pointer p-1"
          aria-describedby={`${id}-notes`}
        />
        <code>{accent}</code>
        {accent !== firstAccent && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setAccent(firstAccent)}>
            Back to the first colour
          </button>
        )}
      </div>
      <div id={`${id}-notes`} className="grid gap-2">
        {hint && <p className="field-hint">{hint}</p>}
        <Preview accent={accent} />
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** Drawn, because the policy of the page forbids styles at a tag. */
function Preview({ accent }: { accent: string }) {
  const { onAccent, light, dark } = tonesOf(accent)
  const shown = [
    { name: 'light', ground: '#ffffff', ink: '#14171b', text: light.text },
    { name: 'dark', ground: '#15181c', ink: '#f4f2ee', text: dark.text },
  ]
  return (
    <>
      <svg
        viewBox="0 0 480 88"
        className="w-full max-w-lg rounded-control border border-line"
        role="img"
        aria-label="A button and a link in this colour, in light and in dark"
      >
        {shown.map(({ name, ground, ink, text }, n) => (
          <g key={name} transform={`translate(${n * 240} 0)`} fontSize="15" fontWeight="600">
            <rect width="240" height="88" fill={ground} />
            <rect x="20" y="22" width="104" height="44" rx="6" fill={accent} />
            <text x="72" y="49" textAnchor="middle" fill={onAccent}>
              Pay $92
            </text>
            <text x="144" y="40" fill={text} textDecoration="underline">
              See it
            </text>
            <text x="144" y="62" fill={ink} fontWeight="400">
              in {name}
            </text>
          </g>
        ))}
      </svg>
      {light.text !== accent && (
        <p className="field-hint">
          So that they can be read, links are {light.text} where the page is light.
        </p>
      )}
      {dark.text !== accent && (
        <p className="field-hint">So that they can be read, links are {dark.text} where the page is dark.</p>
      )}
    </>
  )
}

const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']
const mostBytes = 2 * 1024 * 1024

async function problemOfPicture(file: File, what: string) {
  if (!pictureTypes.includes(file.type)) return `Only PNG, JPEG and WebP pictures can be the ${what}.`
  return file.size > mostBytes ? 'The picture is larger than 2 MiB.' : problemOfFile(file)
}

/** On light and on dark, as pages have it. */
export const LogoField = (props: Props) => (
  <UploadField
    {...props}
    what="logo"
    preview={(address) => (
      <div className="grid max-w-lg grid-cols-2 overflow-hidden rounded-control border border-line">
        <span className="grid place-items-center bg-[#f3f2ef] p-5">
          <img src={address} alt="The logo in light" className="h-10 max-w-full object-contain" />
        </span>
        <span className="grid place-items-center bg-night p-5">
          <img
            src={address}
            alt="The logo in dark"
            className="h-10 max-w-full rounded-control bg-white object-contain px-2 py-1"
          />
        </span>
      </div>
    )}
  />
)

export const NoticeField = (props: Props) => (
  <UploadField
    {...props}
    what="picture"
    preview={(address) => (
      <img
        src={address}
        alt={props.label}
        className="max-h-64 max-w-full rounded-control border border-line bg-white object-contain"
      />
    )}
  />
)

type UploadProps = Props & { what: string; preview: (address: string) => ReactNode }

/** Sent as soon as it is chosen, and shown as pages have it; it counts with the form. */
function UploadField({ label, name, defaultValue, error, hint, what, preview }: UploadProps) {
  const id = useId()
  const [address, setAddress] = useState(defaultValue ?? '')
  const [state, setState] = useState<{ problem?: string; isSending?: boolean }>({})
  async function choose(file: File | undefined) {
    if (!file) return
    const problem = await problemOfPicture(file, what)
    if (problem) return setState({ problem })
    setState({ isSending: true })
    try {
      setAddress(await postPicture(imageRoutes.storeImage.path, file, () => {}))
      setState({})
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setState({ problem: failure.message })
    }
  }
  const problem = state.problem ?? error
  return (
    <fieldset className="field">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <input type="hidden" name={name} value={address} />
      {address && preview(address)}
      <div className="flex flex-wrap gap-3">
        <label className="btn btn-quiet focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text">
          {address ? 'Choose another picture' : 'Choose a picture'}
          <input
            type="file"
            accept={pictureTypes.join()}
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-notes`}
            className="sr-only"
          />
        </label>
        {address && (
          <button type="button" className="btn btn-quiet" onClick={() => setAddress('')}>
            Remove the {what}
          </button>
        )}
      </div>
      <div id={`${id}-notes`} className="grid gap-1" aria-live="polite">
        <p className="field-hint">{state.isSending ? 'Sending the picture…' : hint}</p>
        {problem && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  )
}
