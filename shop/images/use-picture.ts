import { useState } from 'react'
import { isPicture, mostBytes, onlyPictures, tooLarge } from './rules.ts'
import { sendPicture, storePictureOf } from './send-picture.ts'

export type PictureBy = 'file' | 'address'
export type Picture = ReturnType<typeof usePicture>

type Chosen = { file?: File; preview?: string; problem?: string; address: string; kept?: string }
const nothing: Chosen = { address: '' }

/** A picture chosen as a file or named by its address; `keep` sends it and answers the address to show it by. */
export function usePicture() {
  const [by, setBy] = useState<PictureBy>('file')
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [progress, setProgress] = useState<number>()

  async function choose(file: File | undefined) {
    if (!file) return
    const problem = await problemOfFile(file)
    if (problem) return setChosen((now) => ({ address: now.address, problem }))
    const preview = await asDataAddress(file)
    setChosen((now) => ({ address: now.address, file, preview }))
  }

  /** What was sent once is not sent again when the product itself is refused. */
  async function keep() {
    if (chosen.kept) return chosen.kept
    try {
      const kept =
        by === 'file'
          ? await sendPicture(chosen.file!, setProgress)
          : await storePictureOf(chosen.address.trim())
      setChosen((now) => ({ ...now, kept, preview: by === 'address' ? kept : now.preview! }))
      return kept
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
    keep,
    reset: () => setChosen(nothing),
  }
}

/** Said at once, before anything is sent. */
export async function problemOfFile(file: File) {
  if (file.size > mostBytes) return tooLarge
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  return isPicture(start) ? undefined : onlyPictures
}

/** Not an object address: pages show pictures of the shop itself and of data addresses alone. */
const asDataAddress = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })
