// The form of the operators' actions, and their answers.
import { adminActions, type ActionField } from '../admin-actions.ts'
import { field, find, make } from './elements.ts'
import { ask } from './relay-calls.ts'

const allFields: readonly ActionField[] = ['user', 'channel', 'channels', 'data']

/** The table of channels has that name already. */
const idOf = (name: ActionField) => (name === 'channels' ? 'channels-list' : name)

/** `params` as JSON text. */
export async function runAction(method: string, params: string): Promise<void> {
  const words = adminActions[method]?.words ?? method
  const status = find('answer-status')
  find('answer').hidden = false
  status.className = 'pill warn'
  status.textContent = `${words} …`
  const answer = await ask(`api/${method}`, params)
    .then((reply) => reply as { result?: unknown; error?: { message: string } })
    .catch((error: Error) => ({ result: undefined, error: { message: error.message } }))
  status.className = answer.error ? 'pill bad' : 'pill good'
  status.textContent = `${words}: ${answer.error ? answer.error.message : 'done'}`
  find('answer-text').textContent = JSON.stringify(answer.result ?? answer.error, null, 2)
  find('answer').scrollIntoView({ block: 'nearest' })
}

/** Chooses an action for the operator, who only has to write the data. */
export function prepareAction(method: string, channel: string): void {
  field('method').value = method
  field('channel').value = channel
  showFields()
  field('data').focus()
}

/** `onDone` after each action: what the page shows may have changed. */
export function startForm(onDone: () => void): void {
  const options = Object.entries(adminActions).map(([method, { words }]) => {
    const option = make('option', words)
    option.setAttribute('value', method)
    return option
  })
  find('method').append(...options)
  find('action').addEventListener('submit', (event) => {
    event.preventDefault()
    const params = readParams(field('method').value)
    if (params !== null) void runAction(field('method').value, params).then(onDone)
  })
  find('data').addEventListener('input', () => field('data').setCustomValidity(''))
  find('method').addEventListener('change', showFields)
  showFields()
}

function showFields(): void {
  const fields = adminActions[field('method').value]?.fields ?? []
  for (const name of allFields) find(`${name}-label`).hidden = !fields.includes(name)
}

/** Null when a field is wrong or the operator thinks better of it. */
function readParams(method: string): string | null {
  const { fields = [], question } = adminActions[method] ?? {}
  const data = field('data')
  const isBroken = fields.includes('data') && !isJson(data.value)
  data.setCustomValidity(isBroken ? 'This is not JSON.' : '')
  if (isBroken) {
    data.reportValidity()
    return null
  }
  const given: Record<string, unknown> = {}
  for (const name of fields) if (name !== 'data') given[name] = field(idOf(name)).value.trim()
  const asked = question?.replace(/{(.+)}/, (_, name: string) => String(given[name] || 'nobody in particular'))
  if (asked && !confirm(asked)) return null
  if (typeof given['channels'] === 'string') given['channels'] = given['channels'].split(/[\s,]+/).filter(Boolean)
  if (method === 'history') Object.assign(given, newestFirst)
  const text = JSON.stringify(given)
  // As it was written: numbers may be larger than this page can read.
  return fields.includes('data') ? `${text.slice(0, -1)},"data":${data.value}}` : text
}

/** How history is read. */
export const newestFirst = { limit: 20, reverse: true }

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
