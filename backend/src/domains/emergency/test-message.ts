// What a test message to a contact says: first of all that nothing has happened. The link to answer by follows when it is sent.
import { oneLine } from './emergency-message.ts'

export function testMessage(by: string, organisation: string) {
  const mark = 'TEST MESSAGE, nothing has happened.'
  const from = organisation ? ` of ${oneLine(organisation)}` : ''
  return {
    subject: `TEST MESSAGE: do messages${from} reach you?`,
    text: `${mark}\n${oneLine(by)} tries whether messages${from} would reach you in an emergency.\nOpen this and press the button:`,
    short: `${mark} Do messages${from} reach you? Open this and press the button:`,
    spoken: `This is a test call. Nothing has happened. Messages${from} reach you.`,
  }
}
