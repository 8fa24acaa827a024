// Since when a badge has been at or beside a muster point without interruption (rules 9), by the times of its readings: a badge that fell
// silent there proves nothing. It is stored with the position, so that neither a restart nor another backend loses or invents any of it.
// Owned by a device, changed by the zone step; read by the emergency's auto-accounting.

/** Above it somebody is at a muster point. */
const surely = 0.8
/** Who was not heard for so long may have left and come back. */
const silenceMs = 10_000

export class MusterStay {
  #since: number | null = null
  #at = 0

  /** Times in epoch milliseconds; answers null while the badge is not at a muster point. */
  update(probability: number | null, at: number): number | null {
    if (at - this.#at > silenceMs) this.#since = null
    this.#at = at
    if (probability === null || probability <= surely) this.#since = null
    else this.#since ??= at
    return this.#since
  }

  /** After a restart of the process. */
  resume(since: number | null, at: number): void {
    this.#since = since
    this.#at = at
  }
}
