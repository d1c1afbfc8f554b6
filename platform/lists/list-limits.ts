/** Characters of a search. */
export const longestSearch = 80
export const lastPage = 1_000_000
/** Rows of a page that a client may ask for, and those it gets when it does not say how many. */
export const mostRows = 48
export const usualRows = 24
/** Rows of a page in the lists of the dashboard. */
export const rowsPerPage = 20
/** Rows up to which a list is counted and has numbered pages; beyond, each page leads to the next one. */
export const mostCounted = 10_000
