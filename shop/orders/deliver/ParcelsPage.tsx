import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { countOf } from '~/platform/figures.ts'
import { CardList, FilterTabs, ListPage } from '~/platform/lists/ListPage.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { orderRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Listed } from '~/shop/identity/session/private-get.ts'
import { listLoader } from '~/shop/identity/session/private-get.ts'
import { useWaiting } from '~/shop/page.ts'
import { urls } from '~/shop/urls.ts'
import type { Parcel } from './contract.ts'
import type { ParcelFilter } from './delivery-rules.ts'
import { deliveryNames, parcelFilters } from './delivery-rules.ts'
import { ParcelCard } from './ParcelCard.tsx'

export const loader = listLoader(orderRoutes.listParcels, parcelFilters)

/** What is paid and on its way out of the shop, oldest first. Printed, the chosen ones are packing slips. */
function ParcelsPage() {
  const data = useLoaderData<Listed<Parcel> | null>()
  const { revalidate } = useRevalidator()
  const { toPack, needsAddress } = useWaiting()
  const [chosen, setChosen] = useState<string[]>([])
  if (!data) return null
  const state = data.view.state as ParcelFilter
  const reload = () => void revalidate()
  const here = data.rows.map(({ _id }) => _id)
  const selected = chosen.filter((id) => here.includes(id))

  async function pack() {
    try {
      const { modifiedCount } = await authApi(orderRoutes.packParcels, { body: { ids: selected } })
      toast('success', `${countOf(modifiedCount, 'parcel')} packed`)
    } catch (error) {
      toastError(error)
    }
    setChosen([])
    reload()
  }

  return (
    <ListPage
      title={deliveryNames[state]}
      list={data}
      one="parcel"
      next="Newer"
      notice={
        <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
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
                <button type="button" className="btn btn-quiet btn-small" onClick={() => print()}>
                  Print {countOf(selected.length, 'packing slip')}
                </button>
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
        {data.rows.map((parcel) => (
          <li key={parcel._id} className={selected.includes(parcel._id) ? 'slip' : 'print:hidden'}>
            <ParcelCard
              parcel={parcel}
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
