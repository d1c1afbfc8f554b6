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

/** One number of each product, by the product's own number. */
export class NumberColumn {
  held = new Uint32Array(1024)

  set(product: number, value: number) {
    this.held = withRoom(this.held, product + 1)
    this.held[product] = value
  }
}

/** One value of each product. */
export class ValueColumn extends NumberColumn {
  readonly values = new Values()

  setValue(product: number, value: string) {
    this.set(product, this.values.add(value))
  }
}

/** Some numbers of each product, one after the other: an array for each product would be slower to count, and larger. */
export class ListColumn {
  readonly #starts = new NumberColumn()
  readonly #lengths = new NumberColumn()
  #used = 0
  all = new Uint32Array(1024)

  set(product: number, values: number[]) {
    const fits = values.length <= (this.#lengths.held[product] ?? 0)
    const start = fits ? this.#starts.held[product]! : this.#used
    if (!fits) this.#used += values.length
    this.all = withRoom(this.all, this.#used)
    this.all.set(values, start)
    this.#starts.set(product, start)
    this.#lengths.set(product, values.length)
  }
  startOf(product: number) {
    return this.#starts.held[product]!
  }
  endOf(product: number) {
    return this.#starts.held[product]! + this.#lengths.held[product]!
  }
}

function withRoom(numbers: Uint32Array<ArrayBuffer>, length: number) {
  if (length <= numbers.length) return numbers
  const larger = new Uint32Array(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}
