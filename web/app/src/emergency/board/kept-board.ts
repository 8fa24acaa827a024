// The board as this device keeps it for the time without a network: whole, as of the last answer, with the clock of the server. Part of
// muster-feed.ts, and used by offline/keep-rosters.ts for boards that nobody looks at.
import { Muster } from '@rollcall/contracts/domains/muster'
import { z } from 'zod'
import { keep, keptStore, readKept } from '../../offline/kept.ts'
import { useSession } from '../../session/session-store.ts'
import { serverNow, takeOffset } from '../../realtime/server-clock.ts'

export type BoardAnswer = Omit<Muster, 'counts' | 'asOf'>
export type BoardRead = { readonly answer: BoardAnswer; readonly at: number }
export type KeptBoard = {
  readonly read: () => Promise<BoardRead | null>
  /** After an answer; null: there is nothing to keep. */
  readonly write: (board: () => BoardAnswer | null) => void
}

/** Thousands of people are sealed in some milliseconds, which a board that changes every second has not to spare. */
const leastGapMs = 5_000
/** The first screen comes before. */
const firstMs = 1_000

const Stored = z.object({ board: Muster.omit({ counts: true, asOf: true }), clockOffsetMs: z.number() })

export function keptBoard(eventId: string): KeptBoard {
  const of = useSession().user?.userId
  let timer: ReturnType<typeof setTimeout> | undefined
  let writtenAt = -Infinity

  return {
    read: () => readKeptBoard(eventId),
    write: (board) => {
      const at = Date.now()
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          writtenAt = performance.now()
          const whole = board()
          if (whole) void keepBoard(whole, of, at)
        },
        Math.max(firstMs, writtenAt + leastGapMs - performance.now()),
      )
    },
  }
}

/** One that has ended is kept no longer. */
export async function keepBoard(board: BoardAnswer, of: string | undefined, at: number): Promise<void> {
  if (board.event.state === 'resolved') await (await keptStore())?.remove('board', board.event.id)
  else await keep('board', board.event.id, { board, clockOffsetMs: serverNow(0) }, of, at)
}

export async function readKeptBoard(eventId: string): Promise<BoardRead | null> {
  const row = await readKept('board', eventId)
  const stored = Stored.safeParse(row?.value).data
  if (!row || !stored) return null
  // Taps are dated by the server's clock, which cannot be asked now.
  takeOffset(stored.clockOffsetMs)
  return { answer: stored.board, at: row.at }
}
