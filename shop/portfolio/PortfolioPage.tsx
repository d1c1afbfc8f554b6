import { Title } from '~/platform/ui/Title.tsx'

export function PortfolioPage() {
  return (
    <>
      <Title page="Portfolio" />
      <h1>Portfolio</h1>
    </>
  )
}
