// Hands a file that the API answered to the browser's downloads.

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** "people 2026-11-15.csv" */
export function datedName(what: string, ending: string, now = new Date()): string {
  return `${what} ${now.toISOString().slice(0, 10)}.${ending}`
}
