import { useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { sendPicture } from '~/shop/images/send-picture.ts'
import { problemOfFile } from '~/shop/images/use-picture.ts'

export type ChangePictures = (change: (pictures: string[]) => string[]) => void

/** Sends files as soon as they are chosen; those that no product shows in the end are deleted after a day. */
export function useSending(onChange: ChangePictures, most: number) {
  const [sending, setSending] = useState(0)
  const [problem, setProblem] = useState<string>()

  async function sendOne(file: File) {
    const wrong = await problemOfFile(file)
    if (wrong) return setProblem(`${file.name}: ${wrong}`)
    try {
      const address = await sendPicture(file, () => undefined)
      onChange((now) => [...new Set([...now, address])].slice(0, most))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(`${file.name}: ${error.message}`)
    }
  }

  async function send(chosen: File[]) {
    const files = chosen.slice(0, most)
    setProblem(undefined)
    setSending((now) => now + files.length)
    // One after the other, so that they stand in the order in which they were chosen.
    for (const file of files) await sendOne(file).finally(() => setSending((now) => now - 1))
  }

  return { sending, problem, send: (files: File[]) => void send(files) }
}
