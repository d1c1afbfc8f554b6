import { Title } from '~/platform/ui/Title.tsx'

export function ShopPage() {
  return (
    <>
      <Title page="Shop" />
      <h1>Shop</h1>
    </>
  )
}
