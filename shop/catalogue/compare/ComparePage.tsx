import type { ReactNode } from 'react'
import { use } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { keepUnits } from '~/platform/figures.ts'
import { Money } from '~/platform/ui/Money.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { urls } from '~/shop/urls.ts'
import type { Product } from '../contract.ts'
import { Deposit } from '../product/Deposit.tsx'
import { CardRating } from '../product/ProductCard.tsx'
import { Thumbnail } from '../product/ProductPicture.tsx'
import { StockLine } from '../product/StockLine.tsx'
import { SlotsContext } from '../product/slots.ts'
import { useLiveProducts } from '../product/use-live-products.ts'
import { oneUnit, pricePerMeasure } from '../unit.ts'
import type { Comparison } from './load-comparison.ts'
import { measureRows } from './rules.ts'

export { loadComparison as loader } from './load-comparison.ts'

export function Component() {
  const { parts, kind, others, problem } = useLoaderData<Comparison>()
  const { revalidate } = useRevalidator()
  useLiveProducts(() => void revalidate())
  const ids = parts.map(({ _id }) => _id)
  const title = kind && !problem ? `Compare: ${kind.name}` : 'Compare parts'
  return (
    <div className="container-page pt-6 pb-14 lg:pt-10 lg:pb-20">
      <Title page={title} />
      {/* There are as many of these pages as pairs of parts. */}
      <meta name="robots" content="noindex" />
      <h1 className="headline">{title}</h1>
      {problem ? (
        <NothingToCompare problem={problem} parts={parts} />
      ) : (
        <>
          {parts.length === 1 && (
            <p className="lead mt-3">
              {others.length > 0
                ? 'Choose another part to compare it with.'
                : 'No other part of this kind has measures yet.'}
            </p>
          )}
          <ComparisonTable parts={parts} />
        </>
      )}
      {!problem && others.length > 0 && (
        <section className="mt-8 grid gap-3" aria-labelledby="others">
          <h2 id="others" className="text-xl">
            Others of this kind
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
            {others.map(({ _id, productName, price }) => (
              <li key={_id}>
                <Link to={urls.compare([...ids, _id])} rel="nofollow" className="choice-link h-full text-sm">
                  <span className="min-w-0 flex-1">
                    <span className="sr-only">Compare with </span>
                    {keepUnits(productName)}
                  </span>
                  <Money amount={price} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-8">
        <Link to={urls.shop(kind && { path: kind.path })} className="btn btn-quiet">
          {kind ? `Back to ${kind.name}` : 'All parts'}
        </Link>
      </p>
    </div>
  )
}

const NothingToCompare = ({ problem, parts }: { problem: string; parts: Product[] }) => (
  <div className="mt-4 grid gap-4">
    <p className="lead">{problem}</p>
    {parts.length > 0 && (
      <ul className="grid gap-2 sm:max-w-lg" aria-label="What you have chosen">
        {parts.map(({ _id, productName }) => (
          <li key={_id}>
            <Link to={urls.product(_id)} className="text-link inline-flex min-h-11 items-center">
              {keepUnits(productName)}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** What they cost and whether they can be had, then their measures: first those in which they differ. */
function ComparisonTable({ parts }: { parts: Product[] }) {
  const { CardAction, Mark } = use(SlotsContext)
  const ids = parts.map(({ _id }) => _id)
  const isRated = parts.some(({ rating }) => rating)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a table that is wider than the window
    <section className="panel relative mt-6 overflow-x-auto" aria-label="Comparison" tabIndex={0}>
      <table className="comparison">
        <thead>
          <tr>
            <td>
              <span className="sr-only">What is compared</span>
            </td>
            {parts.map(({ _id, productName, image }) => (
              <th key={_id} scope="col">
                <div className="grid gap-2">
                  <div className="w-16">
                    <Thumbnail image={image} />
                  </div>
                  <Link to={urls.product(_id)} className="font-semibold underline-offset-4 hover:underline">
                    {keepUnits(productName)}
                  </Link>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Price" parts={parts}>
            {({ price, deposit, unit }) => (
              <>
                <b className="font-semibold">
                  <Money amount={price} />
                </b>{' '}
                {oneUnit(unit)} <Deposit amount={deposit} />
                <span className="block text-muted">{pricePerMeasure(price, unit)}</span>
              </>
            )}
          </Row>
          <Row name="Stock" parts={parts}>
            {(product) => <StockLine product={product} />}
          </Row>
          {Mark && (
            <Row name="Your car" parts={parts}>
              {(product) => <Mark product={product} />}
            </Row>
          )}
          {isRated && (
            <Row name="Reviews" parts={parts}>
              {({ rating }) => (rating ? <CardRating {...rating} /> : 'None yet')}
            </Row>
          )}
          {parts.some(({ brand }) => brand) && (
            <Row name="Brand" parts={parts}>
              {({ brand }) => brand || notStated}
            </Row>
          )}
          {measureRows(parts).map(({ name, values, differs }) => (
            <tr key={name} data-differs={differs || undefined}>
              <th scope="row">{name}</th>
              {values.map((value, n) => (
                <td key={ids[n]}>{value ? keepUnits(value) : notStated}</td>
              ))}
            </tr>
          ))}
          <Row name="Choose" parts={parts}>
            {(product) => (
              <div className="grid justify-items-start gap-2">
                {CardAction && <CardAction product={product} />}
                {parts.length > 1 && (
                  <Link
                    to={urls.compare(ids.filter((id) => id !== product._id))}
                    rel="nofollow"
                    className="text-link inline-flex min-h-11 items-center"
                  >
                    Leave out<span className="sr-only"> {product.productName}</span>
                  </Link>
                )}
              </div>
            )}
          </Row>
        </tbody>
      </table>
    </section>
  )
}

const notStated = <span className="text-muted">not stated</span>

type RowProps = { name: string; parts: Product[]; children: (product: Product) => ReactNode }

const Row = ({ name, parts, children }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    {parts.map((product) => (
      <td key={product._id}>{children(product)}</td>
    ))}
  </tr>
)
