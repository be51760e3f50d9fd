import { expect, test } from 'vitest'
import { matchRoute } from './match.ts'

const routes = ['/events', '/events/:id', '/events/:id/send', '/Scanner', '*'].map(path => ({ path, element: null }))
const matched = (pathname: string) => {
  const { route, params } = matchRoute(routes, pathname)!
  return [route.path, params]
}

test('matches paths in any case, with or without a slash at their end', () => {
  for (const path of ['/Scanner', '/scanner', '/SCANNER/']) expect(matched(path)).toEqual(['/Scanner', {}])
})

test('returns decoded parameters in the case of the address, and an invalid percent encoding as it is', () => {
  expect(matched('/Events/aB%2Fc')).toEqual(['/events/:id', { id: 'aB/c' }])
  expect(matched('/events/%zz/send')).toEqual(['/events/:id/send', { id: '%zz' }])
})

test('returns the route for every other address when no path matches', () => {
  for (const path of ['/', '/events/1/send/2', '/anything']) expect(matched(path)).toEqual(['*', {}])
  expect(matchRoute(routes.slice(0, -1), '/')).toBeUndefined()
})
