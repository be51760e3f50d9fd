/** Settles as `operation` does. Rejects with `message` when it takes longer than `ms`. */
export async function withTimeout<Result>(operation: Promise<Result>, ms: number, message: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  return Promise.race([operation, overdue]).finally(() => clearTimeout(timer))
}
