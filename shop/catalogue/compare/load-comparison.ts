import type { LoaderFunctionArgs } from 'react-router'
import { data } from 'react-router'
import type { Get } from '~/platform/client/api-context.ts'
import { apiContext } from '~/platform/client/api-context.ts'
import { catalogueRoutes, categoryRoutes } from '~/shop/routes.ts'
import type { Category } from '../categories/contract.ts'
import type { Product } from '../contract.ts'
import { mostCompared } from '../list-rules.ts'
import { comparedIds, comparisonProblem } from './rules.ts'

export type Comparison = {
  parts: Product[]
  kind: Category | undefined
  /** Of the same kind, to be compared with them, too. */
  others: Product[]
  /** Why there is nothing to compare. */
  problem: string | undefined
}

const mostOthers = 8

/** Parts that are gone are a page that is not found, the others one that is not understood: neither is cached. */
export async function loadComparison({ request, context }: LoaderFunctionArgs) {
  const get = context.get(apiContext)
  const ids = comparedIds(new URL(request.url).searchParams.getAll('parts'))
  const found = ids.length > mostCompared ? [] : await Promise.all(ids.map((id) => partOrNone(get, id)))
  const parts = found.flatMap((part) => part ?? [])
  const problem = comparisonProblem(ids.length, parts)
  const category = parts[0]?.category
  const [kind, others] = await Promise.all([kindOf(get, category), othersOf(get, category, ids)])
  const comparison: Comparison = {
    parts,
    kind,
    others: parts.length < mostCompared ? others : [],
    problem: problem?.words,
  }
  return data(comparison, { status: problem?.status ?? 200 })
}

/** Undefined for what is not sold, be it unknown, hidden or deleted. */
const partOrNone = (get: Get, id: string) =>
  get(catalogueRoutes.getProduct, { params: { id } }).then(
    (found) => found.data,
    (error) => {
      if (error instanceof Response && error.status === 404) return undefined
      throw error
    },
  )

async function kindOf(get: Get, category: string | undefined) {
  if (!category) return undefined
  const { data: categories } = await get(categoryRoutes.listCategories)
  return categories.find(({ _id }) => _id === category)
}

/** Only those that have measures. */
async function othersOf(get: Get, category: string | undefined, ids: string[]) {
  if (!category) return []
  const query = { category, page: 1, limit: mostOthers + mostCompared }
  const listed = await get(catalogueRoutes.listProducts, { query })
  return listed.data.filter(({ _id, attributes }) => attributes && !ids.includes(_id)).slice(0, mostOthers)
}
