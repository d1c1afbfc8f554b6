import { Title } from '~/platform/ui/Title.tsx'

export function BlogsPage() {
  return (
    <>
      <Title page="Blogs" />
      <h1>Blogs</h1>
    </>
  )
}
