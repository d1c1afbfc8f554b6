import { createContext, use } from 'react'

type Props = { page: string; description?: string }

/** What the shop is called. */
export const SiteName = createContext('')

/** React moves these into the head. */
export function Title({ page, description }: Props) {
  const name = use(SiteName)
  return (
    <>
      <title>{`${page} - ${name}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
