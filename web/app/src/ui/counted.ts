// "1 badge", "12 badges": how many of what. Used wherever a sentence counts.
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
