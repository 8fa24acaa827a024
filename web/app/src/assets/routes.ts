// Assets and one asset; they were called things once, and such links still lead here. Listed in features.ts.
import { inMenu, page, pagesBelow } from '../feature-pages.ts'

export const routes = inMenu('Now', [
  pagesBelow('/assets', [
    page('', 'assets', 'Assets', () => import('./Assets.vue'), ['assets.read'], { icon: 'i-lucide-package' }),
    page(':assetId', 'asset', 'Asset', () => import('./AssetDetail.vue'), ['assets.read']),
  ]),
  { path: '/things', redirect: { name: 'assets' } },
  { path: '/things/:assetId', redirect: { name: 'asset' } },
])
