import { ApiError } from '~/platform/client/api.ts'
import { authApi } from '~/shop/identity/session/auth-client.ts'
import { storedToken } from '~/shop/identity/session/session-store.ts'
import { imageRoutes } from './routes.ts'

type Kept = { success: boolean; data?: { url?: string }; message?: string; reason?: string }

/** Hears the part that is done, 0 to 1. */
type OnProgress = (part: number) => void

/** Sends a file to the image host and answers its address. */
export async function sendPicture(file: File, onProgress: OnProgress) {
  const { postTo } = await authApi(imageRoutes.getUploadTarget)
  return postPicture(postTo, file, onProgress)
}

/** The same to any address that answers like an image host. */
export async function postPicture(address: string, file: File, onProgress: OnProgress): Promise<string> {
  const { status, said } = await post(address, file, onProgress)
  const url = said.data?.url
  if (said.success && url) return url
  const message = said.message ?? 'The picture could not be sent. Please try again.'
  throw new ApiError(status, said.reason ?? 'failed', message, { image: message })
}

/** The server fetches it and keeps a copy: pages show no pictures of strangers. */
export async function storePictureOf(url: string): Promise<string> {
  try {
    const { data } = await authApi(imageRoutes.storeImage, { body: { url } })
    return data.url
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.status, error.reason, error.message, { image: error.message })
  }
}

/** Not fetch, which cannot tell how much has been sent. */
function post(address: string, file: File, onProgress: OnProgress) {
  return new Promise<{ status: number; said: Kept }>((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.responseType = 'json'
    onProgress(0)
    // The token is for the shop itself, not for another host. Nor is progress heard of another host: the browser would
    // first ask it for leave, which not every image host can answer.
    if (address.startsWith('/')) {
      const token = storedToken()
      if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    }
    request.onload = () => done({ status: request.status, said: request.response ?? { success: false } })
    request.onerror = () => fail(unreachable())
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function unreachable() {
  const message = 'The picture could not be sent. Check your connection and try again.'
  return new ApiError(0, 'network-request-failed', message, { image: message })
}
