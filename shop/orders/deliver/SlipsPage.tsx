import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { countOf, keepUnits } from '~/platform/figures.ts'
import { DateTime } from '~/platform/lists/DateTime.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import { AddressLines } from '~/shop/addresses/AddressLines.tsx'
import { linesOf } from '~/shop/business/shown.ts'
import { useBusiness } from '~/shop/business/use-business.ts'
import { ForCar } from '~/shop/fitment/ForCar.tsx'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { smallCopy } from '~/shop/images/rules.ts'
import { urls } from '~/shop/urls.ts'
import { orderNumber } from '../rules.ts'
import type { PrintedSlips, Slip } from './contract.ts'
import { packAsSeen, rememberPrinted } from './printed-slips.ts'
import type { PickLine } from './slips.ts'
import { pickList } from './slips.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<PrintedSlips | null> {
  const ids = new URL(request.url).searchParams.get('ids')
  if (!ids) throw new Response(null, { status: 404 })
  return (await staffGet(orderRoutes.getSlips, { query: { ids } })) ?? null
}

/** What somebody takes along to the shelves, and what is laid into each parcel. Any browser prints it on any paper. */
function SlipsPage() {
  const data = useLoaderData<PrintedSlips | null>()
  const navigate = useNavigate()
  useEffect(() => {
    if (!data) return
    const printed = () => rememberPrinted(data.slips)
    addEventListener('beforeprint', printed)
    return () => removeEventListener('beforeprint', printed)
  }, [data])
  if (!data) return null
  const { note, slips } = data
  const toPack = slips.filter(({ delivery }) => delivery.state === 'to_pack')

  async function pack() {
    await packAsSeen(toPack)
    await navigate(urls.parcels())
  }

  return (
    <div className="grid gap-6 print:gap-0">
      <Title page="Packing slips" />
      <header className="grid gap-4 print:hidden">
        <p>
          <Link to={urls.parcels()} className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm">
            <Icon name="back" />
            Parcels
          </Link>
        </p>
        <h1 className="text-[28px] sm:text-[36px]">{countOf(slips.length, 'packing slip')}</h1>
        {slips.length > 0 ? (
          <p className="flex flex-wrap gap-2">
            <button type="button" className="btn btn-main" onClick={() => print()}>
              Print
            </button>
            {toPack.length > 0 && (
              <button type="button" className="btn btn-quiet" onClick={() => void pack()}>
                Mark {countOf(toPack.length, 'parcel')} as packed
              </button>
            )}
          </p>
        ) : (
          <p className="lead">There is nothing to send any more.</p>
        )}
      </header>
      {slips.length > 1 && <PickList slips={slips} />}
      {slips.map((slip) => (
        <PackingSlip key={slip._id} slip={slip} note={note} />
      ))}
    </div>
  )
}

const PickList = ({ slips }: { slips: Slip[] }) => (
  <section className="sheet" aria-labelledby="pick-list">
    <header className="sheet-head">
      <h2 id="pick-list" className="text-[28px]">
        Pick list
      </h2>
      <p className="text-sm text-muted">{countOf(slips.length, 'parcel')}</p>
    </header>
    <ul className="sheet-lines">
      {pickList(slips).map((line) => (
        <SheetLine key={`${line.productId} ${line.size}`} line={line} />
      ))}
    </ul>
  </section>
)

function PackingSlip({ slip, note }: { slip: Slip; note: string }) {
  const { shop, seller } = useBusiness()
  const number = orderNumber(slip.purchaseId)
  return (
    <article className="sheet" aria-label={`Packing slip ${number}`}>
      <header className="sheet-head">
        <p className="text-sm">
          <b className="block text-base">{shop.name}</b>
          {linesOf(seller.address).join(', ')}
        </p>
        <p className="sm:text-right print:text-right">
          <b className="block font-display text-[28px] leading-none">No. {number}</b>
          <span className="text-sm text-muted">
            {slip.part && `Parcel ${slip.part.nth} of ${slip.part.of}, `}
            <DateTime at={slip.createdAt} />, slip {slip.version}
          </span>
        </p>
      </header>
      <div className="text-lg">
        {slip.address ? (
          <AddressLines address={slip.address} />
        ) : (
          <p>
            <b>{slip.userName}</b>
            <span className="block">
              {slip.isCollected ? 'collects it at the workshop' : 'has not said where it should go'}
            </span>
          </p>
        )}
      </div>
      {slip.disputed && (
        <p className="font-semibold text-danger">Disputed: do not send it until the bank has decided.</p>
      )}
      <ul className="sheet-lines">
        {slip.lines.map((line) => (
          <SheetLine key={line.orderId} line={line}>
            {line.fit && <ForCar fit={line.fit} />}
            {line.refunded && (
              <b className="block text-danger">{line.refunded} refunded since it was packed</b>
            )}
          </SheetLine>
        ))}
      </ul>
      {note && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
    </article>
  )
}

type LineProps = { line: PickLine; children?: ReactNode }

/** What, how many and where from; the box is for a pen. */
const SheetLine = ({ line, children }: LineProps) => (
  <li className="sheet-line">
    <span className="sheet-box" aria-hidden="true" />
    <b className="sheet-pieces">{line.quantity} ×</b>
    <img src={smallCopy(line.image)} alt="" width={64} height={48} className="photo sheet-picture" />
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {line.partNumber && <b className="sheet-number">{line.partNumber}</b>}
      <span className="block">
        {keepUnits(line.productName)}, size&nbsp;{line.size}
      </span>
      {children}
    </span>
    <b className="sheet-shelf">
      <span className="sr-only">Shelf </span>
      {line.shelf || <span aria-hidden="true">–</span>}
    </b>
  </li>
)

export { SlipsPage as Component }
