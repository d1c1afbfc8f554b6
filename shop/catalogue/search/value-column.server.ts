/** One value of each product, by its number. */
export class ValueColumn {
  /** By its number, each value that some product has or had; the first one is none. */
  readonly values = ['']
  readonly #numbers = new Map([['', 0]])
  #held = new Uint32Array(1024)

  set(product: number, value: string) {
    if (product >= this.#held.length) {
      const larger = new Uint32Array(Math.max(product + 1, this.#held.length * 2))
      larger.set(this.#held)
      this.#held = larger
    }
    this.#held[product] = this.#numbers.get(value) ?? this.#add(value)
  }

  isOneOf(values: string[]) {
    const wanted = new Set(values.map((value) => this.#numbers.get(value)))
    return (product: number) => wanted.has(this.#held[product])
  }

  #add(value: string) {
    const number = this.values.push(value) - 1
    this.#numbers.set(value, number)
    return number
  }
}
