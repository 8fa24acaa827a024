// What the service worker does with a push message: it shows a notification, and a tap leads to its page. The message comes from the
// browser's own tools, in place of its maker's push service.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

type Registration = { readonly registrationId: string; readonly scopeURL: string }
type Shown = { readonly title: string; readonly body: string; readonly tag: string }

test('a push message is shown, replaces the one about the same thing, and leads to its page', async ({
  page,
  context,
  rollcall,
}) => {
  const origin = new URL(rollcall.url).origin
  await context.grantPermissions(['notifications'], { origin })
  await signIn(page, rollcall, rollcall.account('operator'))
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isControlled, { message: 'the worker is there', timeout: 60_000 }).toBe(true)
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (data: string) => tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const shown = () =>
    page.evaluate(async (): Promise<Shown[]> => {
      const all = await (await navigator.serviceWorker.ready).getNotifications()
      return all.map(({ title, body, tag }) => ({ title, body, tag }))
    })

  const message = { title: 'DRILL: Fire', body: 'Head Office', path: '/emergency/roster', tag: 'event-1' }
  await push(JSON.stringify(message))
  await expect.poll(shown).toEqual([{ title: 'DRILL: Fire', body: 'Head Office', tag: 'event-1' }])
  await push(JSON.stringify({ ...message, title: 'DRILL: Fire has ended' }))
  await expect.poll(shown).toEqual([{ title: 'DRILL: Fire has ended', body: 'Head Office', tag: 'event-1' }])
  // Nothing that could be shown: an empty notification would only worry people.
  await push('{}')

  const [worker] = context.serviceWorkers()
  // As a tap does it; browsers without a screen have nothing to tap.
  await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
    dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
  await expect(page).toHaveURL(/\/emergency\/roster$/)
  await expect(page.getByTestId('roster')).toBeVisible()
  await expect.poll(shown, 'it is closed').toEqual([])
})
