// What the measurements take from the environment, and nothing else does.

/** Processes under measurement get this and their own settings, nothing of the caller's environment. */
export const plainEnvironment: Readonly<Record<string, string>> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }

/** A Centrifugo executable to measure beside the relay; absent: it is left out. */
export const centrifugoProgram: string | null = process.env['CENTRIFUGO_BIN'] || null

/** An oauth2-proxy executable to measure beside the server layer; absent: it is left out. */
export const oauth2ProxyProgram: string | null = process.env['OAUTH2_PROXY_BIN'] || null

/** The browser of the web measurement. */
export const chromiumProgram: string = process.env['CHROMIUM'] || '/usr/bin/chromium'
