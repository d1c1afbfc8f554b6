import { useEffect, useState } from 'react'
import { api } from '~/platform/client/api.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import type { Product } from '~/shop/catalogue/contract.ts'
import { catalogueRoutes } from '~/shop/routes.ts'
import type { BlogPart } from './contract.ts'
import { mostParts } from './rules.ts'

type Props = { parts: BlogPart[]; onChange: (parts: BlogPart[]) => void; error: string | undefined }

/** The parts that stand beside an answer, found as customers find them. */
export function PartsBeside({ parts, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const found = useFound(typed).filter(({ _id }) => !parts.some((part) => part._id === _id))
  const isFull = parts.length >= mostParts
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Parts beside it</legend>
      <ul className="grid divide-y divide-line">
        {parts.map((part) => (
          <li key={part._id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{part.productName}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Take out ${part.productName}`}
              onClick={() => onChange(parts.filter(({ _id }) => _id !== part._id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {!isFull && (
        <input
          type="search"
          className="input"
          aria-label="Find a part to put beside it"
          placeholder="Name or number of a part"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {!isFull && found.length > 0 && (
        <ul aria-label="Found parts" className="grid divide-y divide-line rounded-control border border-line">
          {found.map(({ _id, productName, image, price }) => (
            <li key={_id}>
              <button
                type="button"
                className="min-h-11 w-full px-3 py-2 text-left text-[15px] hover:bg-sunken"
                onClick={() => {
                  onChange([...parts, { _id, productName, image, price }])
                  setTyped('')
                }}
              >
                {productName}
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const waitMs = 250

function useFound(typed: string) {
  const [found, setFound] = useState<Product[]>([])
  const q = typed.trim()
  useEffect(() => {
    if (q.length < 2) return setFound([])
    const timer = setTimeout(
      () =>
        void api(catalogueRoutes.listProducts, { query: { q, page: 1, limit: 5 } }).then(setFound, () =>
          setFound([]),
        ),
      waitMs,
    )
    return () => clearTimeout(timer)
  }, [q])
  return found
}
