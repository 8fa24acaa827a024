// How a marker gets from one fix to the next: it glides there and stops. It never runs ahead of what was measured
// (interface: live things move honestly). Metres in the floor frame, milliseconds of the page's clock.

export type Point = { readonly x: number; readonly y: number }

export type Motion = {
  readonly from: Point
  readonly to: Point
  readonly startedAt: number
  readonly duration: number
}

/** Longer gaps than this between fixes would turn the glide into a crawl far behind the truth. */
const longestGlide = 1_500
const shortestGlide = 120
/** A jump this far is a correction, not a walk; drawing it as a glide would show a path nobody took. */
const jumpM = 15

export function standStill(at: Point, now: number): Motion {
  return { from: at, to: at, startedAt: now, duration: 0 }
}

/** Starts from where the marker is seen now, so that a fix in mid-glide does not make it jump. */
export function moveTo(motion: Motion, target: Point, now: number): Motion {
  const from = pointAt(motion, now)
  if (Math.hypot(target.x - from.x, target.y - from.y) > jumpM) return standStill(target, now)
  const sinceLastFix = now - motion.startedAt
  const duration = Math.min(longestGlide, Math.max(shortestGlide, sinceLastFix))
  return { from, to: target, startedAt: now, duration }
}

export function pointAt({ from, to, startedAt, duration }: Motion, now: number): Point {
  const share = duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / duration))
  if (share === 1) return to
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

export function isMoving(motion: Motion, now: number): boolean {
  return now < motion.startedAt + motion.duration
}
