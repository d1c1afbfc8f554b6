/** What the browser needs to know of the shop's settings; the same for every visitor. */
export type PublicSettings = { mapEmbedUrl: string | null; publicUrl: string; google: boolean }
