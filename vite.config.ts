import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { developmentServer } from './scripts/vite-development-server.ts'
import { keepServerCodeOut } from './scripts/vite-keep-server-code-out.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), keepServerCodeOut(), developmentServer()],
  appType: 'custom',
  resolve: { alias: { '~': import.meta.dirname } },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: ['app/entry.client.tsx', 'app/before-paint.ts'] },
      },
    },
    ssr: {
      build: { outDir: 'build/server', copyPublicDir: false, rolldownOptions: { input: 'app/server.ts' } },
    },
  },
})
