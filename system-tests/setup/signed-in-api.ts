// What somebody who is signed in does without their page: the API, as the browser would ask it: a cookie, and the header that proves it.
import { expect, type Page } from '@playwright/test'
import type { Rollcall } from './separate-processes.ts'

export type Api = (method: 'get' | 'post' | 'put', path: string, data?: object) => Promise<any> // eslint-disable-line typescript/no-explicit-any

/** Of whoever is signed in on this page; a refusal fails the test. */
export async function apiOf(page: Page, { url }: Pick<Rollcall, 'url'>): Promise<Api> {
  const { data } = await (await page.request.get(`${url}/api/auth/csrf-token`)).json()
  return async (method, path, body) => {
    const options = { headers: { 'x-csrf-token': data.csrfToken }, ...(body ? { data: body } : {}) }
    const reply = await page.request[method](url + path, options)
    expect(reply.ok(), `${method} ${path} answers ${reply.status()}`).toBe(true)
    return (await reply.json()).data
  }
}
