import { ApiError } from '~/platform/client/api.ts'
import { imageRoutes } from '~/shop/account-routes.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { isPicture, mostBytes, onlyPictures, tooLarge } from './rules.ts'

/** Checked before anything is sent. */
export async function problemOfFile(file: File) {
  if (file.size > mostBytes) return tooLarge
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  return isPicture(start) ? undefined : onlyPictures
}

/** No object URL: the content policy allows pictures of the shop itself and data URLs only. */
export const toDataUrl = (file: File) =>
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
export async function sendPicture(file: File, onProgress: OnProgress, signal: AbortSignal) {
  const { postTo } = await authApi(imageRoutes.getUploadTarget)
  return postPicture(postTo, file, onProgress, signal)
}

/** The same to any address that answers like an image host. */
export async function postPicture(
  address: string,
  file: File,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<string> {
  const { status, answer } = await post(address, file, onProgress, signal)
  const url = answer.data?.url
  if (answer.success && url) return url
  const message = answer.message ?? 'The picture could not be sent. Please try again.'
  throw new ApiError(status, answer.reason ?? 'failed', message, { image: message })
}

/** The server fetches and stores a copy: pages show no pictures of other hosts. */
export async function storePictureOf(url: string) {
  try {
    const { data } = await authApi(imageRoutes.storeImage, { body: { url } })
    return data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.status, error.reason, error.message, { image: error.message })
  }
}

/** Not fetch, which reports no upload progress. */
function post(address: string, file: File, onProgress: OnProgress, signal?: AbortSignal) {
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
    request.onabort = () => reject(unreachable())
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function unreachable() {
  const message = 'The picture could not be sent. Check your connection and try again.'
  return new ApiError(0, 'network-request-failed', message, { image: message })
}
