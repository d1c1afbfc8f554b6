export const pictureAlt = (name: string, n: number) => (n === 0 ? name : `${name}, picture ${n + 1}`)
