export const longestSearch = 80
