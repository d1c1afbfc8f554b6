export type Capacity = { most: number; perNetwork: number }

/** Places for what is under way at the same time: so many in all, and a share of them for one network. */
export class Slots {
  readonly #byNetwork = new Map<string, number>()
  #taken = 0

  /** False when all places, or those of this network, are taken. */
  take(network: string, { most, perNetwork }: Capacity) {
    const ofNetwork = this.#byNetwork.get(network) ?? 0
    if (this.#taken >= most || ofNetwork >= perNetwork) return false
    this.#taken += 1
    this.#byNetwork.set(network, ofNetwork + 1)
    return true
  }

  release(network: string) {
    const left = this.#byNetwork.get(network)! - 1
    this.#taken -= 1
    if (left > 0) this.#byNetwork.set(network, left)
    else this.#byNetwork.delete(network)
  }
}
