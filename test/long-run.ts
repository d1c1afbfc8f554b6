/** `npm run test:all` runs the longer versions of some tests. */
export const isLongRun = process.env.TEST_AT_LENGTH === 'on'

/** `npm test` leaves out what needs many rows; everything else runs it. */
export const isQuickRun = process.env.TEST_PART === 'quick'
