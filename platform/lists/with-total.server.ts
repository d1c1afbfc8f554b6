/** Where the list goes on, and what a search made of its words. */
type Notes = {
  /** Where this page begins, so that the next ones go on from there whatever is added meanwhile. */
  from?: string | undefined
  /** Of a list that is too long to be counted: where the pages beside this one begin. */
  previousFrom?: string | undefined
  nextFrom?: string | undefined
  /** The words of a search that found nothing, and then those that found these rows. */
  missing?: string
  found?: string
}

const headerNames: Record<keyof Notes, string> = {
  from: 'x-from',
  previousFrom: 'x-previous-from',
  nextFrom: 'x-next-from',
  missing: 'x-missing-words',
  found: 'x-found-words',
}

/** One page of a list, with the number of rows in the whole list for the header `x-total-count`. */
export class WithTotal<Row> {
  constructor(
    readonly rows: Row[],
    readonly total: number,
    readonly notes: Notes = {},
  ) {}

  map<Other>(change: (row: Row) => Other) {
    return this.withRows(this.rows.map(change))
  }

  withRows<Other>(rows: Other[]) {
    return new WithTotal(rows, this.total, this.notes)
  }

  headers() {
    const notes = Object.entries(this.notes).filter(([, text]) => text) as [keyof Notes, string][]
    return {
      'x-total-count': String(this.total),
      // Addresses of people may stand in them, in any script.
      ...Object.fromEntries(notes.map(([name, text]) => [headerNames[name], encodeURIComponent(text)])),
    }
  }
}
