import { useRef, useState } from 'react'
import { ApiError } from '~/platform/client/api.ts'
import { problemOfFile, sendPicture, storePictureOf, toDataUrl } from './send-picture.ts'

/** One of several pictures of a form: here, on its way, or stopped by a problem. */
export type PictureTile = {
  key: number
  /** The file's, or where it comes from. */
  name: string
  /** Of the shop, once it is there. */
  address?: string
  /** Of a file, seen before it is sent. */
  preview?: string
  /** The part that was sent, 0 to 1; undefined when nothing is on its way. */
  progress?: number
  problem?: string
  /** Whether sending it again may help. */
  canRetry?: boolean
  /** The other site does not answer now: the shop fetches it later. */
  isToCome?: boolean
}
type Work = { file: File; abort: AbortController }

let lastKey = 0

/**
 * Pictures that are sent as soon as they are chosen, one after the other, while one goes on typing. Those that no
 * product shows in the end are deleted after a day.
 */
export function usePictures(first: string[], most: number) {
  const [tiles, setTiles] = useState<PictureTile[]>(() => first.map(stored))
  /** What was decided, before it is drawn: a form that waits reads it. */
  const now = useRef(tiles)
  const work = useRef(new Map<number, Work>())
  const queue = useRef(Promise.resolve())
  const waiting = useRef<(() => void)[]>([])
  /** Files that are no pictures, or too many, with the reason. */
  const [refused, setRefused] = useState<string[]>([])
  const [by, setBy] = useState<'file' | 'address'>('file')
  const [typed, setTyped] = useState('')

  function update(change: (tiles: PictureTile[]) => PictureTile[]) {
    now.current = change(now.current)
    setTiles(now.current)
    if (!now.current.some(isOnItsWay)) for (const goOn of waiting.current.splice(0)) goOn()
  }
  const edit = (key: number, changed: (tile: PictureTile) => PictureTile) =>
    update((all) => all.map((tile) => (tile.key === key ? changed(tile) : tile)))

  async function send(key: number) {
    const { file, abort } = work.current.get(key)!
    if (abort.signal.aborted) return
    try {
      const address = await sendPicture(
        file,
        (progress) => edit(key, (tile) => ({ ...tile, progress })),
        abort.signal,
      )
      // The same picture twice is one.
      const isThere = now.current.some((tile) => tile.address === address)
      if (isThere) update((all) => all.filter((tile) => tile.key !== key))
      else edit(key, ({ progress: _, problem: __, ...tile }) => ({ ...tile, address }))
    } catch (error) {
      if (abort.signal.aborted) return
      const message = error instanceof ApiError ? error.message : 'It could not be sent.'
      edit(key, ({ progress: _, ...tile }) => ({ ...tile, problem: message, canRetry: true }))
    }
  }
  /** In the order in which they were chosen: two at a time would only share the line. */
  function enqueue(key: number) {
    edit(key, ({ problem: _, canRetry: __, ...tile }) => ({ ...tile, progress: 0 }))
    queue.current = queue.current.then(() => send(key))
  }

  async function add(files: File[]) {
    setRefused([])
    const chosen: { key: number; file: File }[] = []
    for (const file of files) {
      const problem =
        now.current.length >= most
          ? `There are ${most} pictures already.`
          : await problemOfFile(file).catch(() => 'The file cannot be read.')
      if (problem) {
        setRefused((others) => [...others, `${file.name}: ${problem}`])
        continue
      }
      const key = ++lastKey
      update((all) => [...all, { key, name: file.name, progress: 0 }])
      work.current.set(key, { file, abort: new AbortController() })
      chosen.push({ key, file })
      enqueue(key)
    }
    for (const { key, file } of chosen) {
      const preview = await toDataUrl(file).catch(() => undefined)
      if (preview) edit(key, (tile) => ({ ...tile, preview }))
    }
  }

  /** Of another site; rejects with what is wrong with it, which then stays in its field. */
  async function addTyped() {
    const url = typed.trim()
    if (by === 'file' || !url) return
    const { url: address, isToCome = false } = await storePictureOf(url)
    setTyped('')
    if (!now.current.some((tile) => tile.address === address))
      update((all) => [...all, { ...stored(address), name: url, isToCome }])
  }

  return {
    tiles,
    refused,
    isFull: tiles.length >= most,
    add: (files: File[]) => void add(files),
    addTyped,
    by,
    setBy(next: typeof by) {
      setBy(next)
      setTyped('')
    },
    typed,
    setTyped,
    retry: enqueue,
    remove(key: number) {
      work.current.get(key)?.abort.abort()
      update((all) => all.filter((tile) => tile.key !== key))
    },
    move: (key: number, to: number) =>
      update((all) => {
        const moved = all.find((tile) => tile.key === key)
        return moved ? all.filter((tile) => tile !== moved).toSpliced(to, 0, moved) : all
      }),
    /** Others take their place. */
    reset(addresses: string[] = []) {
      for (const { abort } of work.current.values()) abort.abort()
      setRefused([])
      setTyped('')
      update(() => addresses.map(stored))
    },
    /** The addresses of all, as soon as none is on its way; rejects when one could not be sent. */
    async settled() {
      await addTyped()
      if (now.current.some(isOnItsWay)) await new Promise<void>((goOn) => waiting.current.push(goOn))
      const failed = now.current.find(({ problem }) => problem)
      if (!failed) return now.current.map(({ address }) => address!)
      const message = `${failed.name} is not there: send it again, or remove it.`
      throw new ApiError(0, 'failed', message, { image: message })
    },
  }
}

export const isOnItsWay = ({ address, problem }: PictureTile) =>
  address === undefined && problem === undefined

const stored = (address: string): PictureTile => ({ key: ++lastKey, name: '', address })
