import { useState } from 'react'
import { isPicture, mostBytes, onlyPictures, tooLarge } from './rules.ts'
import { sendPicture, storePictureOf } from './send-picture.ts'

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
