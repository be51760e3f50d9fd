import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads the state of a data folder from the database file itself, not through the product. */
export function readStateOf(dataDir: string) {
  const file = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { readOnly: true })
  try {
    const all = (sql: string) => file.prepare(sql).all() as Record<string, string | number>[]
    return {
      problem: Object.values(all('pragma integrity_check')[0] ?? {}).join() === 'ok' ? '' : JSON.stringify(all('pragma integrity_check')),
      /** The persons admitted with each invitation: `counted` by its column, `admitted` by the sum of its scans. */
      invitations: all(
        `select id, current_scans as counted,
           (select coalesce(sum(people), 0) from scans where invitation_id = invitations.id and outcome = 'admitted') as admitted
         from invitations`,
      ) as { id: string; counted: number; admitted: number }[],
      /** The used quota of all accounts, and the number of invitations. */
      chargedCredits: Number(all('select coalesce(sum(used_generations), 0) as n from users')[0]?.n),
      invitationCount: Number(all('select count(*) as n from invitations')[0]?.n),
    }
  } finally {
    file.close()
  }
}
