import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { imageRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { isPicture, mostBytes, onlyPictures, tooLarge } from './rules.ts'

export type PictureBy = 'file' | 'address'
export type Picture = ReturnType<typeof usePicture>

type Chosen = {
  file?: File
  preview?: string
  problem?: string
  address: string
  storedUrl?: string
  isToCome?: boolean
}
const nothing: Chosen = { address: '' }

/** A picture chosen as a file or by its address; `store` uploads it and returns the URL to show. */
export function usePicture() {
  const [by, setBy] = useState<PictureBy>('file')
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [progress, setProgress] = useState<number>()

  async function choose(file: File | undefined) {
    if (!file) return
    const problem = await problemOfFile(file)
    if (problem) return setChosen((now) => ({ address: now.address, problem }))
    const preview = await toDataUrl(file)
    setChosen((now) => ({ address: now.address, file, preview }))
  }

  /** Uploads once, also when the form is refused and sent again. */
  async function store() {
    if (chosen.storedUrl) return chosen.storedUrl
    try {
      const { url: storedUrl, isToCome = false } =
        by === 'file'
          ? { url: await sendPicture(chosen.file!, setProgress) }
          : await storePictureOf(chosen.address.trim())
      setChosen((now) => ({
        ...now,
        storedUrl,
        isToCome,
        preview: by === 'address' ? storedUrl : now.preview!,
      }))
      return storedUrl
    } finally {
      setProgress(undefined)
    }
  }

  return {
    by,
    chosen,
    progress,
    isChosen: by === 'file' ? chosen.file !== undefined : chosen.address.trim() !== '',
    choose: (file: File | undefined) => void choose(file),
    switchTo(next: PictureBy) {
      setBy(next)
      setChosen(({ address }) => ({ address }))
    },
    type: (address: string) => setChosen({ address }),
    store,
    reset: () => setChosen(nothing),
  }
}

/** Checked before anything is sent. */
export async function problemOfFile(file: File) {
  if (file.size > mostBytes) return tooLarge
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  return isPicture(start) ? undefined : onlyPictures
}

/** No object URL: the content policy allows pictures of the shop itself and data URLs only. */
const toDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

type HostAnswer = { success: boolean; data?: { url?: string }; message?: string; reason?: string }

/** Called with the fraction sent, 0 to 1. */
type OnProgress = (part: number) => void

/** Sends a file to the image host and returns its URL. */
export async function sendPicture(file: File, onProgress: OnProgress) {
  const { postTo } = await authApi(imageRoutes.getUploadTarget)
  return postPicture(postTo, file, onProgress)
}

/** The same to any address that answers like an image host. */
export async function postPicture(address: string, file: File, onProgress: OnProgress): Promise<string> {
  const { status, answer } = await post(address, file, onProgress)
  const url = answer.data?.url
  if (answer.success && url) return url
  const message = answer.message ?? 'The picture could not be sent. Please try again.'
  throw new ApiError(status, answer.reason ?? 'failed', message, { image: message })
}

/** The server fetches and stores a copy: pages show no pictures of other hosts. */
async function storePictureOf(url: string) {
  try {
    const { data } = await authApi(imageRoutes.storeImage, { body: { url } })
    return data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.status, error.reason, error.message, { image: error.message })
  }
}

/** Not fetch, which reports no upload progress. */
function post(address: string, file: File, onProgress: OnProgress) {
  return new Promise<{ status: number; answer: HostAnswer }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    onProgress(0)
    // The token is sent to the shop itself, never to another host. Neither is progress observed there: it would cause a
    // CORS preflight, which not every image host answers.
    if (address.startsWith('/')) {
      const token = storedToken()
      if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    }
    request.onload = () => resolve({ status: request.status, answer: request.response ?? { success: false } })
    request.onerror = () => reject(unreachable())
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function unreachable() {
  const message = 'The picture could not be sent. Check your connection and try again.'
  return new ApiError(0, 'network-request-failed', message, { image: message })
}
