type Props = { page: string; description?: string }

/** React moves these into the head. */
export function Title({ page, description }: Props) {
  return (
    <>
      <title>{`${page} - Car Parts`}</title>
      {description && <meta name="description" content={description} />}
    </>
  )
}
