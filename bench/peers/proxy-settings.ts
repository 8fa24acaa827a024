// What the Node peers of the server layer are told at start, and the rules they have in common with it.

export type PeerSettings = { readonly backend: string; readonly secret: string; readonly csrfSecret: string }

export const readPeerSettings = () => JSON.parse(process.argv[2] ?? '') as PeerSettings

/** 5 per address in 15 minutes. */
export const loginLimit = { max: 5, timeWindow: 15 * 60 * 1000 }

/** The production policy of the product, in helmet's form. */
export const contentSecurityPolicy = {
  defaultSrc: [`'self'`],
  scriptSrc: [`'self'`, `'unsafe-inline'`, 'https://cdn.jsdelivr.net'],
  styleSrc: [`'self'`, `'unsafe-inline'`, 'https://cdn.jsdelivr.net', 'https://fonts.googleapis.com'],
  imgSrc: [`'self'`, 'data:', 'blob:', 'https://*.tile.openstreetmap.org', 'https://*.blob.core.windows.net'],
  fontSrc: [`'self'`, 'data:', 'https://fonts.gstatic.com'],
  connectSrc: [`'self'`, 'wss:'],
  frameAncestors: [`'none'`],
  objectSrc: [`'none'`],
  baseUri: [`'self'`],
  formAction: [`'self'`],
}
