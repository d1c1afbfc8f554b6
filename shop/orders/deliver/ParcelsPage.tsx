import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { CardList, FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import { orderRoutes } from '~/shop/account-routes.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader, staffGet } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { ListedCarrier, Parcel } from './contract.ts'
import type { ParcelFilter } from './delivery-rules.ts'
import { deliveryNames, parcelFilters } from './delivery-rules.ts'
import { ParcelCard } from './ParcelCard.tsx'
import { packAsSeen } from './printed-slips.ts'

const listParcels = listLoader(orderRoutes.listParcels, parcelFilters)

type ParcelsData = { list: Listed<Parcel>; carriers: ListedCarrier[] }

export async function loader(args: LoaderFunctionArgs): Promise<ParcelsData | null> {
  const [list, carriers] = await Promise.all([listParcels(args), staffGet(orderRoutes.listCarriers)])
  return list && carriers ? { list, carriers } : null
}

/** What is paid and on its way out of the shop, oldest first. */
function ParcelsPage() {
  const data = useLoaderData<ParcelsData | null>()
  const { revalidate } = useRevalidator()
  const { toPack, needsAddress } = useWaiting()
  const [chosen, setChosen] = useState<string[]>([])
  if (!data) return null
  const { list, carriers } = data
  const state = list.view.state as ParcelFilter
  const reload = () => void revalidate()
  const { rows } = list
  const here = rows.map(({ _id }) => _id)
  const selected = chosen.filter((id) => here.includes(id))

  async function pack() {
    await packAsSeen(rows.filter(({ _id }) => selected.includes(_id)))
    setChosen([])
    reload()
  }

  return (
    <ListPage
      title={deliveryNames[state]}
      list={list}
      one="parcel"
      next="Newer"
      notice={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FilterTabs
            label="Parcels shown"
            names={deliveryNames}
            current={state}
            address={(next) => urls.parcels({ state: next })}
            waiting={{ to_pack: toPack?.count ?? 0, needs_address: needsAddress?.count ?? 0 }}
          />
          <span className="flex flex-wrap gap-2">
            {here.length > 0 && (
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() => setChosen(selected.length === here.length ? [] : here)}
              >
                {selected.length === here.length ? 'Choose none' : 'Choose all'}
              </button>
            )}
            {selected.length > 0 && (
              <>
                <Link to={urls.slips(selected)} className="btn btn-quiet btn-small">
                  Print {countOf(selected.length, 'packing slip')}
                </Link>
                <Link to={urls.labels(selected)} className="btn btn-quiet btn-small">
                  {selected.length === 1 ? 'Label' : 'Labels'}
                </Link>
                {state === 'to_pack' && (
                  <button type="button" className="btn btn-main btn-small" onClick={() => void pack()}>
                    Mark {countOf(selected.length, 'parcel')} as packed
                  </button>
                )}
              </>
            )}
          </span>
        </div>
      }
      empty={state === 'to_pack' ? 'Nothing to pack' : 'No parcels'}
    >
      <CardList>
        {rows.map((parcel) => (
          <li key={parcel._id}>
            <ParcelCard
              parcel={parcel}
              carriers={carriers}
              isChosen={selected.includes(parcel._id)}
              onChoose={(isChosen) =>
                setChosen(isChosen ? [...selected, parcel._id] : selected.filter((id) => id !== parcel._id))
              }
              onChanged={reload}
            />
          </li>
        ))}
      </CardList>
    </ListPage>
  )
}

export { ParcelsPage as Component }
