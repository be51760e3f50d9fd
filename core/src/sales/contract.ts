import * as z from 'zod/mini'
import { defineResource } from '../endpoint.ts'
import { Package, PackageCreateInput, PackageUpdateInput } from './packages.ts'

const adminEndpointBase = { access: 'admin', offline: 'refuse' } as const

/** What the office sells and what it is paid. */
export const sales = defineResource({
  createPackage: {
    method: 'POST',
    path: '/packages/create.php',
    ...adminEndpointBase,
    input: PackageCreateInput,
    output: Package,
    needsDiskSpace: true,
  },
  /** Lists all packages, archived ones last, the smallest number of invitations first. */
  packages: { method: 'GET', path: '/packages/list.php', ...adminEndpointBase, input: z.object({}), output: z.array(Package) },
  /** Changes, archives or restores a package. What was sold before stays as it was agreed. */
  updatePackage: {
    method: 'PUT',
    path: '/packages/update.php',
    ...adminEndpointBase,
    query: ['id'],
    input: PackageUpdateInput,
    output: Package,
  },
})
