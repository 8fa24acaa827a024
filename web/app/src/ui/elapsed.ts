// How long something has lasted: a clock that keeps its width for bars and boards, words for reports.

/** "0:07", "12:05", "1:02:05"; clocks that differ a little never show a negative time. */
export function elapsedClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** "45 s", "4 min 10 s", "1 h 5 min" */
export function durationWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`
  const minutes = Math.floor((whole % 3_600) / 60)
  return minutes === 0 ? `${Math.floor(whole / 3_600)} h` : `${Math.floor(whole / 3_600)} h ${minutes} min`
}
