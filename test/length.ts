/** `npm run test:all` repeats at length what `npm test` shows in short. */
export const atLength = process.env.TEST_AT_LENGTH === 'on'
