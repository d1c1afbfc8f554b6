import { Title } from '~/platform/ui/Title.tsx'

export function TroublePage() {
  return (
    <>
      <Title page="Trouble" />
      <h1>Trouble</h1>
    </>
  )
}
