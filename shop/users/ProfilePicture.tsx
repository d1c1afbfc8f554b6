import { useState } from 'react'
import { useRevalidator } from 'react-router'
import defaultAvatar from '~/app/look/avatar-default.svg'
import { addressOf } from '~/platform/client/route.ts'
import { toastError } from '~/platform/ui/toast-error.ts'
import { toast } from '~/platform/ui/toasts.ts'
import { authApi, refreshUser } from '~/shop/identity/session/auth-client.ts'
import { acceptedTypes, smallCopy } from '~/shop/images/rules.ts'
import { postPicture } from '~/shop/images/send-picture.ts'
import { problemOfFile } from '~/shop/images/use-picture.ts'
import { userRoutes } from '~/shop/routes.ts'
import type { Profile } from './contract.ts'

type Props = { profile: Pick<Profile, 'email' | 'photo'> }

/** The user's picture, with buttons to change and remove it. */
export function ProfilePicture({ profile: { email, photo } }: Props) {
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function change(action: () => Promise<unknown>, done: string) {
    setIsBusy(true)
    try {
      await action()
      await Promise.all([refreshUser(), revalidate()])
      toast('success', done)
    } catch (error) {
      toastError(error)
    } finally {
      setIsBusy(false)
    }
  }
  async function send(file: File | undefined) {
    if (!file) return
    const problem = await problemOfFile(file)
    if (problem) return toast('error', problem)
    await change(
      () => postPicture(addressOf(userRoutes.savePhoto, { params: { email } }), file, () => {}),
      'Your picture is saved.',
    )
  }
  const remove = () =>
    change(() => authApi(userRoutes.deletePhoto, { params: { email } }), 'Your picture is removed.')

  return (
    <div className="flex flex-wrap items-center gap-4">
      <img
        src={photo ? smallCopy(photo) : defaultAvatar}
        alt={photo ? 'Your picture' : ''}
        width={96}
        height={96}
        className="size-24 rounded-full bg-sunken object-cover"
      />
      <div className="flex flex-wrap gap-2">
        <label className="btn btn-quiet btn-small focus-within:outline-2">
          <input
            type="file"
            accept={acceptedTypes}
            className="sr-only"
            disabled={isBusy}
            onChange={(event) => {
              void send(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          {isBusy ? 'Saving…' : photo ? 'Change picture' : 'Add a picture'}
        </label>
        {photo && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={isBusy}
            onClick={() => void remove()}
          >
            Remove picture
          </button>
        )}
      </div>
    </div>
  )
}
