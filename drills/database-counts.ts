import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Reads the counts of a data folder directly from the SQLite file, without the application's code. */
export function readDatabaseCounts(dataDir: string) {
  const file = new DatabaseSync(path.join(dataDir, 'hudur.sqlite'), { readOnly: true })
  try {
    const selectAll = (sql: string) => file.prepare(sql).all() as Record<string, string | number>[]
    return {
      problem:
        Object.values(selectAll('pragma integrity_check')[0] ?? {}).join() === 'ok'
          ? ''
          : JSON.stringify(selectAll('pragma integrity_check')),
      /** The number of people admitted with each invitation: `counted` is the value of its column, `admitted` is the sum of its scans. */
      invitations: selectAll(
        `select id, current_scans as counted,
           (select coalesce(sum(people), 0) from scans where invitation_id = invitations.id and outcome = 'admitted') as admitted
         from invitations`,
      ) as { id: string; counted: number; admitted: number }[],
      /** The used quota of all accounts together, and the number of invitations. */
      chargedCredits: Number(selectAll('select coalesce(sum(used_generations), 0) as n from users')[0]?.n),
      invitationCount: Number(selectAll('select count(*) as n from invitations')[0]?.n),
    }
  } finally {
    file.close()
  }
}
