import { ensureBuilt } from '../scripts/prepare.mjs'

/** Before the tests: some start the shop as it is built. */
export default ensureBuilt
