// Signing in, the password, the second factor and the profile. Listed in features.ts.
import { page } from '../feature-pages.ts'

export const routes = [
  page('/login', 'sign-in', 'Sign in', () => import('./SignIn.vue'), [], { open: true, frame: 'plain' }),
  page('/forgot-password', 'forgot-password', 'Forgotten password', () => import('./account/ForgotPassword.vue'), [], {
    open: true,
    frame: 'plain',
  }),
  page('/reset-password', 'reset-password', 'New password', () => import('./account/ResetPassword.vue'), [], {
    open: true,
    frame: 'plain',
  }),
  page('/change-password', 'change-password', 'Change password', () => import('./account/ChangePassword.vue'), [], {
    frame: 'plain',
  }),
  page('/second-factor', 'second-factor', 'Second factor', () => import('./account/SecondFactorSetup.vue'), [], {
    frame: 'plain',
  }),
  page('/profile', 'profile', 'Profile', () => import('./account/Profile.vue'), []),
]
