// Signing in, the password and the profile. Listed in features.ts.
import type { RouteRecordRaw } from 'vue-router'

export const routes: RouteRecordRaw[] = [
  {
    path: '/login',
    name: 'sign-in',
    component: () => import('./SignIn.vue'),
    meta: { title: 'Sign in', open: true, frame: 'plain' },
  },
  {
    path: '/change-password',
    name: 'change-password',
    component: () => import('./ChangePassword.vue'),
    meta: { title: 'Change password', frame: 'plain' },
  },
  { path: '/profile', name: 'profile', component: () => import('./Profile.vue'), meta: { title: 'Profile' } },
]
