/** Numbers that stay sorted while some are added and removed. No two may be alike. */
export class Sorted {
  numbers = new Uint32Array()

  constructor(readonly compare: (a: number, b: number) => number) {}

  add(numbers: number[]) {
    const merged = new Uint32Array(this.numbers.length + numbers.length)
    let copied = 0
    for (const [n, number] of numbers.toSorted(this.compare).entries()) {
      const place = this.#placeOf(number, copied)
      merged.set(this.numbers.subarray(copied, place), copied + n)
      merged[place + n] = number
      copied = place
    }
    merged.set(this.numbers.subarray(copied), copied + numbers.length)
    this.numbers = merged
  }

  remove(numbers: number[]) {
    const places = numbers.map((number) => this.#placeOf(number, 0)).sort((a, b) => a - b)
    const left = new Uint32Array(this.numbers.length - places.length)
    let copied = 0
    for (const [n, place] of places.entries()) {
      left.set(this.numbers.subarray(copied, place), copied - n)
      copied = place + 1
    }
    left.set(this.numbers.subarray(copied), copied - places.length)
    this.numbers = left
  }

  /** The place of the first that is not before what is looked for. */
  firstNot(isBefore: (number: number) => boolean, from = 0) {
    let low = from
    let high = this.numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.numbers[middle]!)) low = middle + 1
      else high = middle
    }
    return low
  }

  #placeOf(number: number, from: number) {
    return this.firstNot((other) => this.compare(other, number) < 0, from)
  }
}
