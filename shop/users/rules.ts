export const longestProfileText = 200
