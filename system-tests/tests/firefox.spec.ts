// A second browser: Debian's Firefox opens every page as an administrator, and none leaves an error on the console. What is drawn
// on the floor plan is looked at, too: in a worker a browser may refuse what another allows.
import { expect } from '@playwright/test'
import { everyPage } from '../setup/every-page.ts'
import { findFirefox, startFirefox, type Firefox } from '../setup/firefox.ts'
import { test, type Account, type Rollcall } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

const program = findFirefox()
if (program === null) console.warn('!!! No Firefox here: the walk through every page in a second browser is left out.')

test('Firefox opens every page without an error, and paints everyone on the plan', async ({ page, rollcall }) => {
  expect(program !== null || !process.env['CI'], 'CI has a Firefox').toBe(true)
  test.skip(program === null, 'No Firefox on this machine')
  test.setTimeout(300_000)
  // Which pages there are, and something that each of them can show.
  await signIn(page, rollcall, rollcall.account('admin'))
  const pages = await everyPage(page, rollcall)
  const firefox = await startFirefox(program ?? '')
  try {
    await firefox.resize(1440, 900)
    await signInWith(firefox, rollcall, rollcall.account('admin'))
    const findings: string[] = []
    for (const { name, path } of pages) {
      await firefox.evaluate(`${router}.push(${JSON.stringify(path)}).then(() => true)`)
      await firefox.until(
        `${name} has been read`,
        `document.querySelector('h1, [role=alert], canvas, form, main') !== null && !document.querySelector('.animate-pulse')`,
      )
      if (name === 'floor-plan') await firefox.until('somebody is painted', isPainted)
      findings.push(...firefox.takeTrouble().map((text) => `${name}: ${text}`))
    }
    expect(findings).toEqual([])
  } finally {
    await firefox.stop()
  }
})

const router = `document.querySelector('#app').__vue_app__.config.globalProperties.$router`

/** One of the two canvases is shown, and the list beside it has somebody whose marker is on it. */
const isPainted = `document.querySelectorAll('[data-transmitter]').length > 0 &&
  [...document.querySelectorAll('[data-testid=map-canvas]')].some((canvas) => canvas.style.visibility === 'visible' && canvas.width > 300)`

async function signInWith(firefox: Firefox, rollcall: Rollcall, { email, password }: Account): Promise<void> {
  await firefox.open(`${rollcall.url}/login`)
  await firefox.until('the form is there', `document.querySelector('input[type=password]') !== null`)
  const type = (selector: string, text: string) =>
    firefox.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)})
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
  await type('input[type=email]', email)
  await type('input[type=password]', password)
  await firefox.evaluate(`document.querySelector('button[type=submit]').click()`)
  await firefox.until('somebody is signed in', `!location.pathname.startsWith('/login')`)
}
