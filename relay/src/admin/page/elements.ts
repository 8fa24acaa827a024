// Finding and making the page's elements, and how numbers are written. Names of channels, users and origins are chosen by strangers:
// they are only ever set as text.

export function find(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no ${id}.`)
  return element
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A form field. */
export function field(id: string): Field {
  return find(id) as Field
}

export function make(name: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(name)
  element.textContent = text
  if (className) element.className = className
  return element
}

export const count = (number: number) => number.toLocaleString('en')

export function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`
}

export const size = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${count(Math.round(bytes / 1024))} KiB`)
