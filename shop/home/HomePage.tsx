import { Title } from '~/platform/ui/Title.tsx'

export function HomePage() {
  return (
    <>
      <Title page="Home" />
      <h1>Home</h1>
    </>
  )
}
