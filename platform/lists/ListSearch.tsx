import { SearchInput } from './SearchInput.tsx'
import { useSearchAsYouType } from './use-search-as-you-type.ts'

type Props = { label: string; placeholder: string; q: string; address: (q: string) => string }

/** Searches a list of the dashboard while one types. */
export function ListSearch({ label, placeholder, q, address }: Props) {
  const { form, soon, now } = useSearchAsYouType({ q }, (typed) =>
    typed.q === q ? undefined : address(typed.q),
  )
  return (
    <search className="min-w-0 flex-1 basis-60">
      <form ref={form} onSubmit={now}>
        <SearchInput
          id="list-search"
          label={label}
          defaultValue={q}
          onChange={soon}
          placeholder={placeholder}
          className="text-sm"
        />
      </form>
    </search>
  )
}
