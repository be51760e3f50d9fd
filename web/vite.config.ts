import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preRender } from './pre-render.ts'

export default defineConfig({
  plugins: [preRender(), react(), tailwindcss()],
  // Nothing is inlined as a data address: the content policy allows fonts and scripts from our own host only.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: ['index.html', 'website.html'] },
  },
  // The host is kept as the browser said it: the server refuses changes from any other origin.
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
