import type { ApplicationRow } from '~/database/tables.ts'
import type { Db, Tx } from '~/platform/db/database.server.ts'
import { productsByReference } from '~/shop/catalogue/numbers/store-numbers.server.ts'
import { searchable } from '~/shop/catalogue/rules.ts'

type Part = { productId: string } | { aside: 'no-part' | 'several-parts' }

/** The products that parts of a file are, by their keys: by number, and by brand where the file or its sender names one. */
export async function productsOfParts(
  db: Db | Tx,
  rows: Pick<ApplicationRow, 'part_key' | 'part' | 'brand'>[],
) {
  const found = await productsByReference(db, [...new Set(rows.map(({ part }) => part))])
  return new Map(
    rows.map(({ part_key, part, brand }): [string, Part] => {
      const [product, another] = (found.get(part) ?? []).filter(
        (one) => brand === '' || searchable(one.brand) === searchable(brand),
      )
      if (another) return [part_key, { aside: 'several-parts' }]
      return [part_key, product ? { productId: product.id } : { aside: 'no-part' }]
    }),
  )
}
