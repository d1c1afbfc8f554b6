import { Title } from './Title.tsx'

/** While it is not yet known what to show. */
export const Loading = () => (
  <div role="status" className="loading grid min-h-[50vh] place-items-center">
    <Title page="Loading" />
    <span className="cover-wheel" aria-hidden="true" />
    <h1 className="sr-only">Loading</h1>
    <noscript>
      <p className="field-error">This page needs JavaScript.</p>
    </noscript>
  </div>
)
