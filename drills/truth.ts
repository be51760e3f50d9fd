import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What a data folder holds, read from the file itself and not through the product. */
export function truthOf(dataDir: string) {
  const file = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { readOnly: true })
  try {
    const all = (sql: string) => file.prepare(sql).all() as Record<string, string | number>[]
    return {
      problem: Object.values(all('pragma integrity_check')[0] ?? {}).join() === 'ok' ? '' : JSON.stringify(all('pragma integrity_check')),
      /** How often each invitation was used, by its count and by its admissions. */
      invitations: all(
        `select id, current_scans as counted,
           (select coalesce(sum(people), 0) from scans where invitation_id = invitations.id and outcome = 'admitted') as told
         from invitations`,
      ) as { id: string; counted: number; told: number }[],
      /** What the accounts have paid for, and what they have. */
      paid: Number(all('select coalesce(sum(used_generations), 0) as n from users')[0]?.n),
      made: Number(all('select count(*) as n from invitations')[0]?.n),
    }
  } finally {
    file.close()
  }
}
