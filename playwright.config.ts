import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const { executablePath, env } = await findChromium()

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/built-shop.ts',
  fullyParallel: true,
  workers: availableParallelism(),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A journey that passes only at its second try is a defect. With --retries=1 the second one leaves a trace.
  retries: 0,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      // A browser that is left alone with the shop: nothing of it calls home.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
})
