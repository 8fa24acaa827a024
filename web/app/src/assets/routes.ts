// Assets and one asset; they were called things once, and such links still lead here. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/assets',
    children: [
      {
        path: '',
        name: 'assets',
        component: () => import('./Assets.vue'),
        meta: { title: 'Assets', menu: { group: 'Now', icon: 'i-lucide-package' }, permissions: ['assets.read'] },
      },
      {
        path: ':assetId',
        name: 'asset',
        component: () => import('./AssetDetail.vue'),
        props: true,
        meta: { title: 'Asset', permissions: ['assets.read'] },
      },
    ],
  },
  { path: '/things', redirect: { name: 'assets' } },
  { path: '/things/:assetId', redirect: { name: 'asset' } },
]
