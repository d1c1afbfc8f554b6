import type { LoaderFunctionArgs } from 'react-router'
import { useParams } from 'react-router'
import { attributeRoutes, synonymRoutes } from '~/shop/admin-routes.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { AttributesPage } from '../../attributes/admin/AttributesPage.tsx'
import { SynonymsPage } from '../../synonyms/admin/SynonymsPage.tsx'
import { CategoriesPage } from './CategoriesPage.tsx'

/** Lists by which parts are found, each at its address below that of the categories. */
const lists = {
  categories: { load: () => staffGet(categoryRoutes.listCategories), Page: CategoriesPage },
  attributes: { load: () => staffGet(attributeRoutes.listAttributes), Page: AttributesPage },
  synonyms: { load: () => staffGet(synonymRoutes.getSynonyms), Page: SynonymsPage },
}

const listOf = (name = 'categories') => lists[name as keyof typeof lists]

export async function loader({ params }: LoaderFunctionArgs) {
  const list = listOf(params.list)
  if (!list) throw new Response(null, { status: 404 })
  return (await list.load()) ?? null
}

export function Component() {
  const { Page } = listOf(useParams().list)
  return <Page />
}
