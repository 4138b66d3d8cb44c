import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Builds the page into `dist/web`. Nothing is inlined and nothing is loaded from elsewhere, so that the server can
 * send a content security policy that allows files of its own and nothing more.
 */
export default defineConfig({
  root: import.meta.dirname,
  // Its files are found beside it, in whatever folder a proxy shows it.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a slow machine they are printed above a newcomer's first answer.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8787' },
  },
});
