// Waits for something that happens by itself, with a deadline.
export async function eventually(check: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`still not: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
