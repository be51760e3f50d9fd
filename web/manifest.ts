import type { ManifestOptions } from 'vite-plugin-pwa'

const createManifestIcon = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The manifest of the installed app. `scripts/icons.mjs` draws its icons. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'حُضور · دعوات المناسبات',
  short_name: 'حُضور',
  description: 'بطاقات دعوة لكل منها رمزها، وباب يعرف ضيوفه وإن انقطع الاتصال',
  lang: 'ar',
  dir: 'rtl',
  start_url: '/login',
  scope: '/',
  display: 'standalone',
  background_color: '#faf6ec',
  theme_color: '#faf6ec',
  icons: [
    createManifestIcon('icon-192', 192),
    createManifestIcon('icon-512', 512),
    createManifestIcon('icon-maskable-512', 512, 'maskable'),
  ],
  shortcuts: [{ name: 'الماسح', url: '/Scanner', icons: [createManifestIcon('icon-192', 192)] }],
}
