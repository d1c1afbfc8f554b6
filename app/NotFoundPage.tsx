import { Title } from '~/platform/ui/Title.tsx'

export function NotFoundPage() {
  return (
    <>
      <Title page="Not Found" />
      <h1>Not Found</h1>
    </>
  )
}
