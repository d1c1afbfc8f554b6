import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { developmentServer } from './scripts/vite-development-server.ts'
import { keepServerCodeOut } from './scripts/vite-keep-server-code-out.ts'
import { plainImports } from './scripts/vite-plain-imports.ts'
import { routeSources } from './scripts/vite-route-sources.ts'
import { shakeRouter } from './scripts/vite-shake-router.ts'

const neededByEveryPage = new RegExp(
  [
    'node_modules/(react|react-dom|react-router|scheduler)/|vite/preload-helper|app/art/(not-found|logo-lockup)',
    'app/(entry.client|Root|PageProgress|NavigationBar|Footer|Logo|theme|routes|ErrorPage|NotFoundPage|ForbiddenPage|TroublePage)\\.',
    'platform/ui/(Splash|SearchForm|navigation-clock|use-hydrated|Field|FormOutcome|Icon|Loading|MenuLink|Title|Toasts|toasts|own-validation|use-form|FormError|icons)\\.',
    'shop/catalogue/header-search/HeaderSearch|platform/lists/(SearchInput|list-limits)|shop/(blog|catalogue|contact|newsletter)/routes|platform/(client/|email)|shop/urls|shop/identity/session/session(-store)?\\.',
  ].join('|'),
)
/** Home, shop and product page show parts in the same way. */
const showsParts = new RegExp(
  [
    'shop/catalogue/(product/(ProductCard|ProductPicture|results-origin|StockLine|use-live)|rules)|shop/reviews/(ReviewCards|Stars|routes)\\.',
    'platform/(excerpt|figures|money|dates|ui/Money)\\.|app/art/feature-workshop',
  ].join('|'),
)
const waysIn =
  /shop\/identity\/(rules|sign-in\/(sign-in-problems|sign-in|CodeStep|GoogleButton|AccountForm))\./
const behindTheLogin = new RegExp(
  [
    'shop/identity/(session/(auth-client|private-get)|sign-in/provider-routes|routes|urls)\\.',
    'shop/(users/(menu|DashboardLayout|routes)|catalogue/product/Thumbnail|orders/(my-orders/(OrderCells|CancelOrder)|routes|rules)|images/[\\w-]+)\\.',
    'platform/(time|local-dates|lists/(Cell|RowButton|Table)|ui/(Dialog|ConfirmDialog|DeleteDialog|DownloadButton|DateTime|save-file|toast-error|use-restore-focus|use-modal))\\.',
  ].join('|'),
)
/** Whoever opens one of the admin's lists has all of them. */
const adminsDesk = new RegExp(
  [
    'shop/orders/admin/(RefundOrder|FailedRefunds|refund-toast|AllOrders\\w+)\\.tsx?|shop/(users/Users|contact/Messages|mails/Mails|newsletter/Subscriptions|audit/Audit)Page',
    'shop/catalogue/(manage|csv)/(routes|manage-rules|AddProductPage|EditProduct|Import\\w+|Manage\\w+|Restock)\\.',
    'shop/catalogue/fields/|shop/(audit|mails|summary)/routes|shop/identity/session/admin-get|platform/(lists/(cursor|read-list-query|Filters|List\\w+)|ui/WideDialog)\\.',
  ].join('|'),
)

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

/** Whoever starts the shop on a busy machine wants no lecture on the time of each plugin. */
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
    plainImports(),
    shakeRouter(),
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
          // What belongs together in one file: it compresses better than ten, and is fetched in one go.
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'shell', test: neededByEveryPage },
                { name: 'parts', test: showsParts },
                { name: 'ways-in', test: waysIn },
                { name: 'behind-the-login', test: behindTheLogin },
                { name: 'admins-desk', test: adminsDesk },
              ],
            },
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
            'remove-second-factor': 'app/remove-second-factor.server.ts',
          },
        },
      },
    },
  },
}))
