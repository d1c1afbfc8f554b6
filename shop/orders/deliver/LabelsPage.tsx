import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { DownloadButton } from '~/platform/lists/DownloadButton.tsx'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import { fetchAs } from '~/shop/identity/session/auth-client.ts'
import { staffGet } from '~/shop/identity/session/private-get.ts'
import { urls } from '~/shop/urls.ts'
import type { Label } from './contract.ts'
import { paperNames, papers } from './slips.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<Label[] | null> {
  const ids = new URL(request.url).searchParams.get('ids')
  if (!ids) throw new Response(null, { status: 404 })
  return (await staffGet(orderRoutes.getLabels, { query: { ids } })) ?? null
}

/** As files of the size of a label, and as print pages for names in letters that the file cannot show. */
function LabelsPage() {
  const labels = useLoaderData<Label[] | null>()
  if (!labels) return null
  const inPdf = labels.filter(({ hasPdf }) => hasPdf)
  const ids = inPdf.map(({ _id }) => _id).join(',')
  return (
    <div className="grid gap-6 print:block">
      <Title page="Address labels" />
      <header className="grid gap-4 print:hidden">
        <p>
          <Link to={urls.parcels()} className="text-link inline-flex min-h-11 items-center gap-1.5 text-sm">
            <Icon name="back" />
            Parcels
          </Link>
        </p>
        <h1 className="text-[28px] sm:text-[36px]">{countOf(labels.length, 'address label')}</h1>
        {labels.length === 0 ? (
          <p className="lead">There is nothing to send to an address here.</p>
        ) : (
          <>
            <p className="max-w-prose text-muted">
              An address label, not postage: the carrier wants to be paid. Print the file at 100 %, on a label
              or on paper.
            </p>
            {inPdf.length < labels.length && (
              <p className="max-w-prose text-muted">
                Our PDF cannot show all letters of {countOf(labels.length - inPdf.length, 'label')}. Print
                this page instead: your browser knows them.
              </p>
            )}
            <p className="flex flex-wrap gap-2">
              {inPdf.length > 0 &&
                papers.map((paper) => (
                  <DownloadButton
                    key={paper}
                    download={() => fetchAs(orderRoutes.getLabelsFile, { query: { ids, paper } })}
                    text={`Download PDF, ${paperNames[paper]}`}
                    busy="Downloading…"
                  />
                ))}
              <button type="button" className="btn btn-quiet" onClick={() => print()}>
                Print this page
              </button>
            </p>
          </>
        )}
      </header>
      <div className="flex flex-wrap gap-5 print:block">
        {labels.map((label) => (
          <AddressLabel key={label._id} label={label} />
        ))}
      </div>
    </div>
  )
}

const AddressLabel = ({ label: { from, to, phone, number, part } }: { label: Label }) => (
  <article className="label" aria-label={`Address label ${number}`}>
    <p className="label-from">{from.join(', ')}</p>
    <address className="label-to">
      {to.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may say the same
        <span key={n} className={n === 0 ? 'block font-bold' : 'block'}>
          {line}
        </span>
      ))}
      {phone && <span className="mt-2 block text-sm">Phone {phone}</span>}
    </address>
    <p className="flex justify-between gap-4 font-bold">
      <span>No. {number}</span>
      {part && (
        <span>
          Parcel {part.nth} of {part.of}
        </span>
      )}
    </p>
  </article>
)

export { LabelsPage as Component }
