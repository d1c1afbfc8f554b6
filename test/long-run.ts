/** `npm run test:all` runs the longer versions of some tests. */
export const isLongRun = process.env.TEST_AT_LENGTH === 'on'
