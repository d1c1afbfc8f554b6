import { useState } from 'react'
import { DeleteDialog } from '~/platform/dialogs/ConfirmDialog.tsx'
import { FormError } from '~/platform/ui/Form.tsx'
import { toast } from '~/platform/ui/toasts.ts'
import { addressRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { AddressFields, useAddressForm } from './AddressFields.tsx'
import { AddressLines } from './AddressLines.tsx'
import type { SavedAddress } from './contract.ts'

type Props = { addresses: SavedAddress[]; onChanged: () => void }

/** In My Profile: where parcels may go. */
export function AddressBook({ addresses, onChanged }: Props) {
  const [edited, setEdited] = useState<string>()
  const close = () => {
    setEdited(undefined)
    onChanged()
  }
  return (
    <section className="panel grid gap-5 p-6 sm:p-8" aria-labelledby="addresses">
      <h2 id="addresses" className="text-[22px]">
        Addresses
      </h2>
      {addresses.length === 0 && edited === undefined && (
        <p className="text-muted">No address yet. It is asked for when you pay, or add one here.</p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {addresses.map((address) => (
          <li key={address._id} className="rounded-control border border-line p-4">
            {edited === address._id ? (
              <AddressForm address={address} onDone={close} />
            ) : (
              <Shown address={address} onEdit={() => setEdited(address._id)} onDeleted={onChanged} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <AddressForm onDone={close} />
      ) : (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setEdited('new')}>
          Add address
        </button>
      )}
    </section>
  )
}

type ShownProps = { address: SavedAddress; onEdit: () => void; onDeleted: () => void }

function Shown({ address, onEdit, onDeleted }: ShownProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="grid gap-3">
      <AddressLines address={address} />
      <p className="flex gap-2">
        <button type="button" className="btn btn-quiet btn-small" onClick={onEdit}>
          Change<span className="sr-only"> the address of {address.name}</span>
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={() => setIsAsking(true)}>
          Delete<span className="sr-only"> the address of {address.name}</span>
        </button>
      </p>
      {isAsking && (
        <DeleteDialog
          onDelete={() => authApi(addressRoutes.deleteAddress, { params: { id: address._id } })}
          about={<AddressLines address={address} />}
          done="Address has been deleted."
          onClose={(isOver) => {
            setIsAsking(false)
            if (isOver) onDeleted()
          }}
        />
      )}
    </div>
  )
}

function AddressForm({ address, onDone }: { address?: SavedAddress; onDone: () => void }) {
  const { form, errors, problem, isSending } = useAddressForm(async (body) => {
    if (address) await authApi(addressRoutes.changeAddress, { params: { id: address._id }, body })
    else await authApi(addressRoutes.addAddress, { body })
    toast('success', 'Address saved')
    onDone()
  })
  return (
    <form {...form} className="grid gap-4" aria-label={address ? 'Change address' : 'New address'}>
      <AddressFields address={address} errors={errors} />
      <FormError text={problem} />
      <p className="flex gap-2">
        <button type="submit" className="btn btn-main btn-small" aria-disabled={isSending}>
          Save address
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onDone}>
          Keep it as it is
        </button>
      </p>
    </form>
  )
}
