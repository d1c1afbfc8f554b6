import { ApiError } from './api.ts'

/** Code that is downloaded when it is first needed. Some browsers never ask again for what they could not get. */
export async function onFirstUse<Module>(download: Promise<Module>): Promise<Module> {
  return await download.catch(() => {
    const message = 'The shop cannot be reached. Check your connection and reload the page.'
    throw new ApiError(0, 'network-request-failed', message)
  })
}
