import type { Db } from '~/platform/db/database.server.ts'
import { isOrderable } from '~/shop/catalogue/rules.ts'
import { shownProducts } from '~/shop/catalogue/store.server.ts'
import { loadCars, marksOf } from '~/shop/fitment/judge-parts.server.ts'
import type { RelatedParts } from './contract.ts'
import { eachOnce, mostShown } from './rules.ts'
import { boughtWith, relatedIds } from './store.server.ts'

type Asked = { parts: string[]; car?: string | undefined; facts: string }

/** What goes with these parts, for the car where there is one. A cart of many parts has candidates enough in the first of them. */
const mostCandidates = 48

export async function relatedTo(db: Db, { parts, car, facts }: Asked): Promise<RelatedParts> {
  const [chosen, bought] = await Promise.all([relatedIds(db, parts), boughtWith(db, parts)])
  const needed = eachOnce(chosen, parts).slice(0, mostCandidates)
  const together = eachOnce(bought, [...parts, ...needed]).slice(0, mostCandidates)
  const products = await sellable(db, [...needed, ...together])
  const fits = await fitsOf(db, [...products.keys()], { car, facts })
  const shown = (ids: string[]) =>
    ids
      .flatMap((id) => {
        const [product, fit] = [products.get(id), fits?.get(id)]
        if (!product || fit?.verdict === 'does-not-fit') return []
        return [fit ? { ...product, fit: { verdict: fit.verdict, words: fit.words } } : product]
      })
      .slice(0, mostShown)
  return { needed: shown(needed), together: shown(together) }
}

async function sellable(db: Db, ids: string[]) {
  const products = await shownProducts(db, ids)
  return new Map(products.filter(isOrderable).map((product) => [product._id, product]))
}

/** Undefined without a car, and for one that is no longer listed. */
async function fitsOf(db: Db, ids: string[], { car, facts }: Omit<Asked, 'parts'>) {
  const [loaded] = car ? await loadCars(db, [{ vehicleId: car, facts }]) : []
  return loaded && new Map((await marksOf(db, loaded, ids)).map((mark) => [mark._id, mark]))
}
