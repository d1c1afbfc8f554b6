/** Values by number. What no product has any more keeps its number: values come back. */
export class Values {
  /** The first one is none. */
  readonly all = ['']
  readonly #numbers = new Map([['', 0]])

  add(value: string) {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.all.push(value) - 1
    this.#numbers.set(value, number)
    return number
  }
  /** By number, a one for each of these values. */
  marked(values: string[]) {
    const marks = new Uint8Array(this.all.length)
    for (const value of values) marks[this.#numbers.get(value) ?? marks.length] = 1
    return marks
  }
}

/** One value of each product, by its number. */
export class ValueColumn {
  readonly values = new Values()
  held = new Uint32Array(1024)

  set(product: number, value: string) {
    if (product >= this.held.length) {
      const larger = new Uint32Array(Math.max(product + 1, this.held.length * 2))
      larger.set(this.held)
      this.held = larger
    }
    this.held[product] = this.values.add(value)
  }
}
