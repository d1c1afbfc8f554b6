import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { developmentServer } from './scripts/vite-development-server.ts'
import { keepServerCodeOut } from './scripts/vite-keep-server-code-out.ts'

// Not the entry: it awaits the page's own file, which waits for these, and neither would ever run.
const neededByEveryPage =
  /node_modules\/(react|react-dom|react-router|scheduler)\/|\/platform\/(ui|pages)\/(?!Dialog|WideDialog|save-file)|\/platform\/email\.ts|\/app\/(?!before|entry|product)|\/shop\/urls\.ts|\/shop\/identity\/(session|session-store|kept-token)\./

/** In the bundle, React is its production self whatever NODE_ENV a shop runs with. */
const productionReact = {
  resolve: { noExternal: ['react', 'react-dom', 'react-router'] },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
}

export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), keepServerCodeOut(), developmentServer()],
  appType: 'custom',
  resolve: { alias: { '~': import.meta.dirname } },
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
          input: ['app/entry.client.tsx', 'app/before-paint.ts'],
          // What every page needs in one file: compresses 3 % better than in ten, and is fetched in one go.
          output: { codeSplitting: { groups: [{ name: 'shell', test: neededByEveryPage }] } },
        },
      },
    },
    ssr: {
      ...(command === 'build' && productionReact),
      build: {
        outDir: 'build/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: { server: 'app/server.ts', 'make-admin': 'app/make-admin.server.ts' },
        },
      },
    },
  },
}))
