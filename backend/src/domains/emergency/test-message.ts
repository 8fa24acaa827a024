// What a test message to a contact says: first of all that nothing has happened. The link to answer by follows when it is sent.
import type { Say } from '../../texts/say.ts'
import { oneLine } from './emergency-message.ts'

export function testMessage(say: Say, by: string, organisationName: string) {
  const organisation = oneLine(organisationName)
  return {
    subject: say('testSubject', { organisation }),
    text: [say('testMark'), say('testText', { name: oneLine(by), organisation }), say('testOpen')].join('\n'),
    short: say('testShort', { organisation }),
    spoken: say('testSpoken', { organisation }),
  }
}
