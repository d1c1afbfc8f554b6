export const entriesPerPage = 24
export const longestSearch = 80
