// `npm run check`, its part about packages of others: their licences, and the vulnerabilities that the registry knows of, where it answers.
// A registry that does not answer is no failure of this code, but it is said aloud.
import { refusedLicences } from './setup/licences.mjs'
import { npm, outcome, root } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

await command(async () => {
  const refused = refusedLicences(root)
  if (refused.length > 0) throw new Refusal(`Licences that we may not ship:\n${refused.join('\n')}`)
  const [program, args] = npm()
  const { code, output } = await outcome(program, [...args, 'audit', '--omit=dev', '--audit-level=high', '--json'], {
    quiet: true,
  })
  const answer = answerOf(output)
  if (answer === null) say('!!! The registry answers no audit: vulnerabilities of packages were NOT looked for.')
  else if (code !== 0) throw new Refusal(`The registry knows of vulnerabilities:\n${JSON.stringify(answer, null, 1)}`)
})

/** What was found by how bad it is; null when the registry did not answer. @param {string} output */
function answerOf(output) {
  try {
    const { metadata } = JSON.parse(output.slice(output.indexOf('{')))
    return metadata?.vulnerabilities ?? null
  } catch {
    return null
  }
}
