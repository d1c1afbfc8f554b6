import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const { executablePath, env } = await findChromium()

/**
 * `npm test` leaves these out, and `npm run test:all` runs them: what repeats a proof, needs a server with other settings
 * or many rows, or is long and done once in a shop's or an account's life. Without a part everything runs.
 */
const left = [
  /@at-length/,
  /(development|firebase|fitments-admin|image-host|long-lists|opening|pies|rates|supplier-lists|widths|withdrawal|zoom)\.spec/,
  /Back finds 96 loaded parts/,
  /a duplicate has everything but name/,
  /a file with headings of its own/,
  /a long file is sent, checked and imported/,
  /a garage in the browser holds five/,
  /a picture (is dropped on the form|that fails says which one)/,
  /a VIN with a mistake/,
  /a part is described by the rows of its kind/,
  /a phone is enrolled/,
  /an authenticator app is set up/,
  /an admin adds (a category|an attribute|pictures)/,
  /an admin makes somebody a packer/,
  /an admin renames a product/,
  /an editor writes a question/,
  /an order that was paid without an address/,
  /from the search to the doorstep and back with the keyboard/,
  /the pages around an account are accessible/,
  /the address book in My Profile/,
  /the owner chooses a logo and a colour/,
  /the owner puts two parts together/,
  /the owner writes a page/,
  /the part one wanted survives registering/,
  /a cancelled, a closed and a second Google window/,
  /cars of the browser join those of the account/,
  /the pictures of a part are turned/,
  /take the data along, then delete the account/,
  /only what fits my car: with categories and search/,
  /parts that were looked at are shown below/,
  /what was bought for a car is in its history/,
]
const partOf: Record<string, { grep?: RegExp[]; grepInvert?: RegExp[] }> = {
  quick: { grepInvert: left },
  rest: { grep: left },
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/built-shop.ts',
  fullyParallel: true,
  // A journey waits for half of its time; a part runs beside the other tests.
  workers: Math.ceil(availableParallelism() * (process.env.TEST_PART ? 1 : 1.5)),
  // A machine that has other work, too, is slow now and then.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  forbidOnly: true,
  // A journey that passes only at its second try is a defect. By hand, --retries=1 leaves a trace of the second.
  retries: 0,
  ...partOf[process.env.TEST_PART ?? ''],
  reporter: 'line',
  use: {
    browserName: 'chromium',
    // No spinner to wait for and no motion to compute; the journeys about those say so.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      // A browser that is left alone with the shop: nothing of it calls home.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        // Without a graphics card its commands would be computed, too: drawing in software directly is quicker.
        '--disable-gpu',
        '--disable-quic',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
})
