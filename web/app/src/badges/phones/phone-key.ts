// The identity-resolving key of a phone, as people copy it: hex in any grouping, or base64 as some keychains show it.

/** 32 lower-case hex digits, or null when it is no key of 16 bytes. */
export function phoneKey(written: string): string | null {
  const hex = written
    .trim()
    .replace(/^0x/i, '')
    .replaceAll(/[\s:-]/g, '')
  if (/^[0-9a-f]{32}$/i.test(hex)) return hex.toLowerCase()
  const base64 = written.trim()
  if (!/^[A-Za-z0-9+/]{22}==$/.test(base64)) return null
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** What the browser says it runs on; only a suggestion. */
export function platformOf(userAgent: string): 'ios' | 'android' | 'other' {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'other'
}
