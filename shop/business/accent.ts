/** The colour of a shop that has chosen none; its tones are those of the stylesheet. */
export const firstAccent = '#d1470f'

export const isColour = (value: string) => /^#[0-9a-f]{6}$/.test(value)

/** Grows when other tones are made of a colour: browsers keep the stylesheet for good. */
const recipe = 1
export const themeAddress = (accent: string) => `/theme/${recipe}-${accent.slice(1)}.css`
