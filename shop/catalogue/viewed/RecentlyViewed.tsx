import { useEffect } from 'react'
import { Link } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import { ProductPicture } from '../product/ProductPicture.tsx'
import type { ViewedPart } from './viewed-parts.ts'
import { rememberViewed } from './viewed-parts.ts'

type Props = { owner: string; part: ViewedPart; parts: ViewedPart[] }

/** The parts that were looked at before this one. They are known before anything is drawn, so that nothing moves. */
export function RecentlyViewed({ owner, part, parts }: Props) {
  useEffect(() => rememberViewed(owner, part), [owner, part])
  if (parts.length === 0) return null
  return (
    <section className="mt-14 grid gap-4 border-t border-line pt-10" aria-labelledby="viewed">
      <h2 id="viewed" className="text-[22px]">
        Recently viewed
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {parts.slice(0, 6).map(({ _id, productName, image }) => (
          <li key={_id}>
            <Link
              to={urls.product(_id)}
              className="panel grid h-full content-start gap-2 p-3 text-sm font-medium shadow-none hover:underline"
            >
              <ProductPicture
                image={image}
                alt=""
                sizes="(min-width: 1024px) 180px, (min-width: 640px) 30vw, 40vw"
                shape="aspect-4/3 rounded-control"
              />
              {keepUnits(productName)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
