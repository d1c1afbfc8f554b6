import { Title } from '~/platform/ui/Title.tsx'

export function ContactPage() {
  return (
    <>
      <Title page="Contact" />
      <h1>Contact</h1>
    </>
  )
}
