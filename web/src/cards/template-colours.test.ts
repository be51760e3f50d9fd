import { readFileSync } from 'node:fs'
import path from 'node:path'
import { TEMPLATE_COLOURS } from '@hudur/core/guests/card-palette'
import { expect, test } from 'vitest'

test.each(Object.entries(TEMPLATE_COLOURS))('the colours of the guest’s page for %s are those of the template', (name, colours) => {
  const source = readFileSync(path.join(import.meta.dirname, 'templates', `${name}.ts`), 'utf8')
  for (const colour of Object.values(colours)) expect(source).toContain(colour)
})
