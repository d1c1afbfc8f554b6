import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { besideServer } from './scripts/vite-beside-server.ts'
import { checkChunks, codeSplitting } from './scripts/vite-chunks.ts'
import { developmentServer } from './scripts/vite-development-server.ts'
import { keepServerCodeOut } from './scripts/vite-keep-server-code-out.ts'
import { routeSources } from './scripts/vite-route-sources.ts'

/** Which scripts the browser gets; the rest, above all each page, is a script by itself. */
const chunks = {
  // Every page.
  shell: [
    'app/entry.client.tsx',
    'node_modules/react-dom/client.js',
    'app/art/',
    'platform/client/',
    'platform/email.ts',
    'platform/ui/',
    'shop/routes.ts',
  ],
  // Home, shop and product page.
  product: ['shop/catalogue/product/', 'shop/reviews/ReviewCards.tsx'],
  // Lists that everybody sees.
  search: [
    'platform/lists/Pagination.tsx',
    'platform/lists/read-list-query.ts',
    'platform/lists/use-search-as-you-type.ts',
    'shop/catalogue/categories/Breadcrumbs.tsx',
    'shop/catalogue/categories/trail.ts',
    'shop/catalogue/list-rules.ts',
    // What a search that names a car offers; the rest of cars is loaded on first use.
    'shop/vehicles/chooser/CarLinks.tsx',
    'shop/vehicles/garage/NamedCars.tsx',
    'shop/vehicles/months.ts',
  ],
  session: ['shop/identity/session/'],
  'sign-in': ['shop/identity/sign-in/'],
  // The bar's dialog about cars, and the marks of parts.
  car: [
    'shop/vehicles/',
    'shop/fitment/',
    'platform/dialogs/WideDialog.tsx',
    'platform/dialogs/use-modal.ts',
  ],
  // Behind the log-in.
  account: ['platform/lists/', 'platform/dialogs/', 'shop/images/', 'shop/orders/my-orders/'],
  // After one of the admin's lists, the others open at once.
  admin: [
    'shop/audit/',
    'shop/catalogue/attributes/admin/',
    'shop/catalogue/categories/admin/',
    'shop/catalogue/csv/',
    'shop/catalogue/manage/',
    'shop/catalogue/synonyms/admin/',
    'shop/contact/admin/',
    'shop/mails/',
    'shop/newsletter/admin/',
    'shop/orders/admin/',
    'shop/users/admin/',
  ],
}

/** Native code, and old module formats that gain nothing. */
const leftOutside = [
  'libsql',
  'sharp',
  'pg',
  'pino',
  'fastify',
  '@fastify/swagger',
  '@fastify/busboy',
  'nodemailer',
]
/**
 * A server of one file opens in little more than half the time of one that looks for a thousand. In it, React is its
 * production self whatever NODE_ENV a shop runs with.
 */
const inOneFile = {
  resolve: { noExternal: true as const, external: leftOutside },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}

/** Starting the shop on a busy machine needs no report about the time of each plugin. */
const quiet = { checks: { pluginTimings: false } }

const ours = { find: '~', replacement: import.meta.dirname }

/** The package names its development files alone, with warnings in them that no visitor can use. */
const productionRouter = [
  { find: /^react-router$/, replacement: 'react-router/dist/production/index.mjs' },
  { find: /^react-router\/dom$/, replacement: 'react-router/dist/production/dom-export.mjs' },
].map(({ find, replacement }) => ({
  find,
  replacement: `${import.meta.dirname}/node_modules/${replacement}`,
}))

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    keepServerCodeOut(),
    routeSources(),
    checkChunks(chunks, import.meta.dirname),
    besideServer(['shop/vehicles/vin/vin-patterns.bin']),
    developmentServer(),
  ],
  appType: 'custom',
  resolve: { alias: command === 'build' ? [ours, ...productionRouter] : [ours] },
  builder: {},
  // Server and browser must name the same address, so no picture is ever put into the code itself.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        modulePreload: false,
        rolldownOptions: {
          ...quiet,
          input: ['app/entry.client.tsx', 'app/before-paint.ts'],
          output: {
            codeSplitting: codeSplitting(chunks, import.meta.dirname),
            // The browser compiles all of it while it arrives, instead of each function when it is first called.
            postBanner: ({ isEntry }) => (isEntry ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
    },
    ssr: {
      ...(command === 'build' && inOneFile),
      build: {
        outDir: 'build/server',
        copyPublicDir: false,
        rolldownOptions: {
          ...quiet,
          input: {
            server: 'app/server.ts',
            'make-admin': 'app/make-admin.server.ts',
            backup: 'app/backup.server.ts',
            restore: 'app/restore.server.ts',
            'remove-demo': 'app/remove-demo.server.ts',
            'import-csv': 'app/import-csv.server.ts',
            'remove-second-factor': 'app/remove-second-factor.server.ts',
          },
        },
      },
    },
  },
}))
