import type { ReactNode } from 'react'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatCount } from '~/platform/figures.ts'
import { urls } from '~/shop/urls.ts'
import type { Summary } from './contract.ts'
import { DayCharts } from './DayCharts.tsx'

/** The figures on an admin's dashboard. */
export const SummaryPanels = ({ summary }: { summary: Summary }) => (
  <>
    <DayCharts days={summary.days} depositsHeld={summary.depositsHeld} />
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <BestSellers parts={summary.bestSellers} />
      <LowStock parts={summary.lowStock} />
    </div>
  </>
)

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="panel grid grid-cols-1 content-start gap-3 p-5 shadow-none sm:p-6"
    >
      <h2 id={id} className="text-[18px]">
        {title}
      </h2>
      {children}
    </section>
  )
}

function BestSellers({ parts }: { parts: Summary['bestSellers'] }) {
  const most = parts[0]?.sold ?? 1
  return (
    <Panel title="Best sellers">
      {parts.length === 0 && <p className="text-sm text-muted">Nothing sold in the last 30 days.</p>}
      <ol className="grid grid-cols-1 gap-3 text-sm">
        {parts.map(({ productId, productName, sold }) => (
          <li key={productId} className="grid grid-cols-1 gap-1">
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{productName}</span>
              <span className="flex-none text-muted tabular-nums">{formatCount(sold)} sold</span>
            </span>
            <svg viewBox="0 0 100 2" preserveAspectRatio="none" className="h-1 w-full" aria-hidden="true">
              <rect width="100" height="2" className="fill-sunken" />
              <rect width={(sold / most) * 100} height="2" className="fill-vivid" />
            </svg>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** How many they are is among what is to be done. */
const LowStock = ({ parts }: { parts: Summary['lowStock'] }) => (
  <Panel title="Stock">
    {parts.length === 0 && <p className="text-sm text-muted">Nothing runs low.</p>}
    <ul className="grid grid-cols-1 gap-1 text-sm">
      {parts.map(({ productId, productName, availableQty }) => (
        <li key={productId} className="flex items-center justify-between gap-3">
          <Link to={urls.product(productId)} className="min-w-0 truncate py-1 hover:underline">
            {productName}
          </Link>
          <span
            className={`chip flex-none ${availableQty === 0 ? 'bg-danger-tint text-danger' : 'bg-warn-tint text-warn'}`}
          >
            {availableQty === 0 ? 'Out of stock' : `${availableQty} left`}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)
