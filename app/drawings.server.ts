import icons from '~/platform/ui/icons.svg?raw'
import logo from './art/logo-lockup.svg?raw'

/**
 * What the icons and the logo of a page refer to. In the page itself: from a file they would come after the first paint,
 * and Chromium 143 does not paint what it has in its cache.
 */
export const drawings = `<div hidden>${(icons + logo).replace(/\n\s*/g, '')}</div>`
