// What the page behind a personal link says when it cannot do what was asked (interface: words).

export type LinkTrouble = { readonly title: string; readonly text: string; readonly again: boolean }

/** `answering`: a tap was not taken, and whoever tapped must not believe it was. */
export function linkProblem(code: string, answering: boolean): LinkTrouble {
  if (code === 'not_found') {
    return {
      title: 'This link does not work',
      text: 'It is older than 24 hours or was not copied whole. Ask the person who sent it for a new one, or report at the muster point.',
      again: false,
    }
  }
  if (code === 'conflict') {
    return { title: 'It is over', text: 'This emergency has ended. There is nothing left to answer.', again: false }
  }
  const advice = answering ? 'Your answer did not arrive. Tap again, or report at the muster point.' : 'Try again.'
  return { title: 'Rollcall cannot be reached', text: `The connection did not work. ${advice}`, again: true }
}
