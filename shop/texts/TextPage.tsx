import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { plainText } from '~/platform/markdown-tree.ts'
import { Title } from '~/platform/ui/Title.tsx'
import { textsRoutes } from '~/shop/routes.ts'
import type { ShownPage } from './contract.ts'
import { Markdown } from './Markdown.tsx'

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)(textsRoutes.getPage, { params: { id: params.id! } })).data

/** A page that the owner has written, or that the shop has made from what it does. */
function TextPage() {
  const { title, nodes } = useLoaderData<ShownPage>()
  return (
    <div className="section max-w-[52rem]">
      <Title page={title} description={plainText(nodes).slice(0, 150)} />
      <h1 className="mb-8 text-[clamp(36px,5.2vw,56px)] leading-[1.04]">{title}</h1>
      <Markdown nodes={nodes} />
    </div>
  )
}

export { TextPage as Component }
