import { Title } from '~/platform/ui/Title.tsx'

export function ForbiddenPage() {
  return (
    <>
      <Title page="Forbidden" />
      <h1>Forbidden</h1>
    </>
  )
}
