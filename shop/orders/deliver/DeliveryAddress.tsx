import { useRef, useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { formatDollars } from '~/platform/money.ts'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast, toastError } from '~/platform/ui/toasts.ts'
import { addressRoutes, orderRoutes } from '~/shop/account-routes.ts'
import { AddressFields, useAddressForm } from '~/shop/addresses/AddressFields.tsx'
import { AddressLines } from '~/shop/addresses/AddressLines.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import type { Purchase } from '../contract.ts'

type Props = {
  purchase: Purchase
  addresses: SavedAddress[]
  onChanged: () => Promise<void>
}

/** Where the parcel goes: asked once, and changed until it is packed. */
export function DeliveryAddress({ purchase, addresses, onChanged }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  const state = purchase.parcel?.state
  const isFixed = state !== undefined && state !== 'needs_address' && state !== 'to_pack'
  const isAsking = !purchase.address || (isChanging && !isFixed)
  return (
    <section className="panel grid gap-4 p-4 md:p-6" aria-labelledby="delivery-address">
      <h2 id="delivery-address" className="text-[18px]">
        Delivery address
      </h2>
      {purchase.address && !isAsking && (
        <>
          <AddressLines address={purchase.address} />
          {!isFixed && (
            <button
              type="button"
              className="btn btn-quiet btn-small justify-self-start"
              onClick={() => setIsChanging(true)}
            >
              Change address
            </button>
          )}
        </>
      )}
      {isAsking && (
        <AddressForm
          purchase={purchase}
          addresses={addresses}
          onSaved={async () => {
            await onChanged()
            setIsChanging(false)
          }}
          onKept={() => setIsChanging(false)}
        />
      )}
    </section>
  )
}

type FormProps = Omit<Props, 'onChanged'> & { onSaved: () => Promise<void>; onKept: () => void }

function AddressForm({ purchase, addresses, onSaved, onKept }: FormProps) {
  const userName = purchase.orders[0]?.userName ?? ''
  const [start, setStart] = useState<Partial<Address>>(purchase.address ?? addresses[0] ?? { name: userName })
  const [newTotal, setNewTotal] = useState<number>()
  const agreed = useRef<number>(undefined)
  const { form, errors, problem, isSending, submit } = useAddressForm(async (body) => {
    try {
      await authApi(orderRoutes.setPurchaseAddress, {
        params: { id: purchase._id },
        body: { ...body, total: agreed.current },
      })
    } catch (error) {
      setNewTotal(newTotalIn(error))
      throw error
    }
    // For the next time; a full address book is no reason to stop here.
    await authApi(addressRoutes.addAddress, { body }).catch(() => {})
    toast('success', 'Address saved')
    await onSaved()
  })
  return (
    <>
      {addresses.length > 1 && (
        <ul className="flex flex-wrap gap-2" aria-label="Saved addresses">
          {addresses.map((address) => (
            <li key={address._id}>
              <button type="button" className="btn btn-quiet btn-small" onClick={() => setStart(address)}>
                {address.name}, {address.town}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form {...form} className="grid gap-4" aria-label="Delivery address">
        <AddressFields key={JSON.stringify(start)} address={start} errors={errors} />
        <FormError text={problem} />
        {newTotal !== undefined && (
          <AgreeToTotal
            total={newTotal}
            onAgreed={() => {
              agreed.current = newTotal
              return submit().catch(toastError)
            }}
          />
        )}
        <p className="flex flex-wrap items-center gap-2">
          <button type="submit" className="btn btn-main" aria-disabled={isSending}>
            {isSending ? 'Saving…' : 'Save address'}
          </button>
          {purchase.address && (
            <button type="button" className="btn btn-quiet btn-small" onClick={onKept}>
              Keep it as it is
            </button>
          )}
        </p>
      </form>
    </>
  )
}

/** The total with which another address was refused; undefined for any other failure. */
export const newTotalIn = (error: unknown) =>
  error instanceof ApiError && error.reason === 'total_changed' && typeof error.body.total === 'number'
    ? error.body.total
    : undefined

type AgreeProps = { total: number; onAgreed: () => Promise<unknown> }

/** Nobody pays another price than they have seen. */
export const AgreeToTotal = ({ total, onAgreed }: AgreeProps) => (
  <p className="mt-3">
    <button type="button" className="btn btn-quiet" onClick={() => void onAgreed()}>
      Deliver there for {formatDollars(total)} in all
    </button>
  </p>
)
