/** Characters of a search. */
export const longestSearch = 80
export const lastPage = 1_000_000
/** Rows of a page that a client may ask for, and those it gets when it does not say how many. */
export const mostRows = 48
export const usualRows = 24
/** Rows of a page in the lists of the dashboard. */
export const rowsPerPage = 20
/** Rows of a part: a longer list is shown part by part, each with its own pages. */
export const rowsInPart = 10_000
