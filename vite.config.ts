import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vite'
import { besideServer } from './scripts/vite-beside-server.ts'
import { developmentServer } from './scripts/vite-development-server.ts'
import { keepServerCodeOut } from './scripts/vite-keep-server-code-out.ts'
import { routeSources } from './scripts/vite-route-sources.ts'

/** The scripts of the browser by folder, the first that fits; each page is a script by itself. */
const scripts = {
  shell:
    /^(app\/(pages\/entry|look)|platform\/(client|email|ui\/(?!Lazy|Rows))|shop\/routes|.*react-dom\/client)/,
  product: /^shop\/(catalogue\/product\/|reviews\/ReviewCards)/,
  session: /^shop\/(account-routes|identity\/session)/,
  'sign-in': /^shop\/identity\/sign-in/,
  lists: /^(platform\/lists|shop\/catalogue\/(list-rules|categories\/\w+\.ts)|.*NamedCars)/,
  dialogs: /^platform\/dialogs/,
  car: /^shop\/(vehicles|fitment)\/(?!admin|csv|applications)/,
  parts: /^shop\/(catalogue\/(fields\/product|header-search\/use|pictures|attributes\/\w+-)|images\/use)/,
  orders: /^shop\/(orders|discounts)\/[\w-]+\.ts$/,
  admin: /^shop\/(admin-routes|.*(admin|manage|csv|audit|mails|applications)\/)/,
}
/** What a module imports comes with it, unless a script before has it. */
const groups = Object.entries(scripts).map(([script, folder], place, { length }) => ({
  test: (id: string) => folder.test(id.slice(import.meta.dirname.length + 1)),
  name: (id: string, graph: Rolldown.ChunkingContext) =>
    script !== 'shell' && graph.getModuleInfo(id)?.dynamicImporters.length ? null : script,
  priority: length - place,
}))

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
    besideServer([
      'platform/pdf/Inter-Bold.ttf',
      'platform/pdf/Inter-LICENSE.txt',
      'platform/pdf/Inter-Regular.ttf',
      'shop/vehicles/vin/vin-patterns.bin',
    ]),
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
          input: ['app/pages/entry.client.tsx', 'app/pages/before-paint.ts'],
          output: {
            codeSplitting: { groups },
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
          // What server and tools share stands beside them, where fonts and patterns are.
          output: { chunkFileNames: '[name]-[hash].js' },
          input: {
            server: 'app/wiring/server.ts',
            'make-admin': 'app/tools/make-admin.server.ts',
            backup: 'app/tools/backup.server.ts',
            doctor: 'app/tools/doctor.server.ts',
            restore: 'app/tools/restore.server.ts',
            'remove-demo': 'app/tools/remove-demo.server.ts',
            'import-csv': 'app/tools/import-csv.server.ts',
            'remove-second-factor': 'app/tools/remove-second-factor.server.ts',
          },
        },
      },
    },
  },
}))
