import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/platform/ui/Icon.tsx'
import { toastError } from '~/platform/ui/toasts.ts'
import { addressRoutes, orderRoutes } from '~/shop/account-routes.ts'
import { AddressFields, useAddressForm } from '~/shop/addresses/AddressFields.tsx'
import type { SavedAddress } from '~/shop/addresses/contract.ts'
import type { Address } from '~/shop/addresses/rules.ts'
import { isSameAddress, townLine } from '~/shop/addresses/rules.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { Arrival } from '../BuyingTerms.tsx'
import type { Purchase } from '../contract.ts'
import { AgreeToTotal, newTotalIn } from '../deliver/DeliveryAddress.tsx'

type Props = { purchase: Purchase; addresses: SavedAddress[]; reload: () => Promise<void> }

/** Where the purchase goes, as a part of the form that pays: `settle` makes sure that it goes where the page says. */
export function useDeliverTo({ purchase, addresses, reload }: Props) {
  const [isChanging, setIsChanging] = useState(false)
  const [picked, setPicked] = useState<Address | 'another'>()
  const [offer, setOffer] = useState<Offer>()
  const known: Address | undefined = purchase.address ?? addresses[0]
  const choices = withoutDoubles([...(purchase.address ? [purchase.address] : []), ...addresses])
  const isAsking = !known || isChanging
  const isListed = isAsking && choices.length > 1
  const hasFields = isAsking && (!isListed || picked === 'another')

  async function save(address: Address, isToKeep: boolean, total?: number) {
    setOffer(undefined)
    try {
      await authApi(orderRoutes.setPurchaseAddress, {
        params: { id: purchase._id },
        body: { ...address, total },
      })
    } catch (error) {
      const newTotal = newTotalIn(error)
      if (newTotal !== undefined) setOffer({ address, isToKeep, total: newTotal })
      throw error
    }
    // For the next time; a full address book is no reason to stop here.
    if (isToKeep) await authApi(addressRoutes.addAddress, { body: address }).catch(() => {})
    await reload()
    stopChanging()
  }
  const { form, errors, submit } = useAddressForm((typed, element) =>
    save(typed, new FormData(element).has('keep')),
  )

  /** False when a field is wrong, which says so; rejects when it cannot be saved or was changed elsewhere. */
  async function settle() {
    if (purchase.way?.collection) return true
    if (hasFields) return submit()
    const wanted = picked && picked !== 'another' ? picked : known!
    if (purchase.address && isSameAddress(wanted, purchase.address)) await requireUnchanged()
    else await save(wanted, true)
    return true
  }

  async function requireUnchanged() {
    const now = await authApi(orderRoutes.getPurchase, { params: { id: purchase._id } })
    if (now.address && isSameAddress(now.address, purchase.address!)) return
    await reload()
    throw new Error('The delivery address was changed meanwhile. Please look at it, and pay again.')
  }

  function stopChanging() {
    setOffer(undefined)
    setIsChanging(false)
    setPicked(undefined)
  }

  if (purchase.way?.collection)
    return {
      section: <Collection collection={purchase.way.collection} />,
      form: { ref: form.ref, onInput: form.onInput },
      settle,
    }
  const section = (
    <section aria-labelledby="deliver-to">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <h2 id="deliver-to" className="text-lg md:text-xl">
          Deliver to
        </h2>
        {known && (
          <button
            type="button"
            className="text-link -my-3 min-h-11"
            onClick={() => (isChanging ? stopChanging() : setIsChanging(true))}
          >
            {isChanging ? 'Keep it as it is' : 'Change'}
            {!isChanging && <span className="sr-only"> the address</span>}
          </button>
        )}
      </div>
      {!isAsking && <Card address={known} />}
      {isListed && <Choices choices={choices} picked={picked ?? known!} onPick={setPicked} />}
      {hasFields && (
        <Fields
          key={String(isListed)}
          start={isListed || !known ? { name: purchase.orders[0]?.userName ?? '' } : known}
          errors={errors}
          isFocused={isChanging && !isListed}
        />
      )}
      {offer && (
        <AgreeToTotal
          total={offer.total}
          onAgreed={() => save(offer.address, offer.isToKeep, offer.total).catch(toastError)}
        />
      )}
    </section>
  )
  return { section, form: { ref: form.ref, onInput: form.onInput }, settle }
}

/** What an address would cost that was refused for it. */
type Offer = { address: Address; isToKeep: boolean; total: number }

const Collection = ({
  collection: { address, hours },
}: {
  collection: { address: string; hours: string }
}) => (
  <section aria-labelledby="deliver-to">
    <h2 id="deliver-to" className="text-lg md:text-xl">
      Collect at the workshop
    </h2>
    <p className="mt-2 whitespace-pre-line">{address}</p>
    {hours && <p className="text-sm whitespace-pre-line text-muted">{hours}</p>}
  </section>
)

const withoutDoubles = (addresses: Address[]) =>
  addresses.filter((one, n) => addresses.findIndex((other) => isSameAddress(one, other)) === n)

const Card = ({ address }: { address: Address }) => (
  <address className="mt-3 grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 text-[15px]/[21px] not-italic [overflow-wrap:anywhere] [&>.icon]:size-5 [&>.icon]:text-accent-text">
    <Icon name="pin" />
    <span>
      <b className="block font-semibold">{address.name}</b>
      {address.street}, {townLine(address)}
      <span className="block">{address.country}</span>
      {address.phone && <span className="block text-muted">Phone {address.phone}</span>}
      <span className="mt-1.5 block text-sm text-muted">
        <Arrival />
      </span>
    </span>
  </address>
)

type ChoicesProps = {
  choices: Address[]
  picked: Address | 'another'
  onPick: (picked: Address | 'another') => void
}

function Choices({ choices, picked, onPick }: ChoicesProps) {
  const list = useFocusInside<HTMLFieldSetElement>(true)
  return (
    <fieldset ref={list} className="mt-2 grid gap-1">
      <legend className="sr-only">Deliver to</legend>
      {choices.map((address) => (
        <Choice
          key={JSON.stringify(address)}
          isPicked={picked !== 'another' && isSameAddress(address, picked)}
          onPick={() => onPick(address)}
        >
          <b className="block font-semibold">{address.name}</b>
          <span className="text-sm text-muted">
            {address.street}, {townLine(address)}, {address.country}
          </span>
        </Choice>
      ))}
      <Choice isPicked={picked === 'another'} onPick={() => onPick('another')}>
        Another address
      </Choice>
    </fieldset>
  )
}

type ChoiceProps = { isPicked: boolean; onPick: () => void; children: React.ReactNode }

const Choice = ({ isPicked, onPick, children }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1 [overflow-wrap:anywhere]">
    <input
      type="radio"
      name="address"
      className="size-5 flex-none accent-accent"
      checked={isPicked}
      onChange={onPick}
    />
    <span>{children}</span>
  </label>
)

type FieldsProps = Pick<Parameters<typeof AddressFields>[0], 'errors'> & {
  start: Partial<Address>
  isFocused: boolean
}

function Fields({ start, errors, isFocused }: FieldsProps) {
  const box = useFocusInside<HTMLDivElement>(isFocused)
  return (
    <div ref={box} className="mt-3.5">
      <AddressFields address={start} errors={errors} />
      <label className="mt-1.5 -mb-2 flex min-h-11 items-center gap-3">
        <input type="checkbox" name="keep" defaultChecked className="size-5 flex-none accent-accent" />
        Keep this as my address
      </label>
    </div>
  )
}

/** What Change has opened takes the focus. */
function useFocusInside<Element extends HTMLElement>(isWanted: boolean) {
  const box = useRef<Element>(null)
  useEffect(() => {
    if (!isWanted) return
    const inputs = [...(box.current?.querySelectorAll('input') ?? [])]
    const first = inputs.find(({ checked, type }) => type === 'radio' && checked) ?? inputs[0]
    first?.focus()
  }, [isWanted])
  return box
}
