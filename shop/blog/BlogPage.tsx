import { Title } from '~/platform/ui/Title.tsx'

export function BlogPage() {
  return (
    <>
      <Title page="Blog" />
      <h1>Blog</h1>
    </>
  )
}
