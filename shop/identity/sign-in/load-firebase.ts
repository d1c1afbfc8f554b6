/** The server writes this into every page of a shop that is set up with Firebase, and into no other. */
const written = () => document.querySelector<HTMLMetaElement>('meta[name="firebase"]')?.content

export const usesFirebase = () => written() !== undefined

/** Firebase's own library: fetched only here, so only by shops that use it. */
export async function firebase() {
  const { openFirebase } = await import('./firebase.ts')
  return openFirebase(JSON.parse(written()!))
}
