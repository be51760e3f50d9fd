import { expect, test } from 'vitest'
import { matchRoute } from './match.ts'

const routes = ['/events', '/events/:id', '/events/:id/send', '/Scanner', '*'].map(path => ({ path, element: null }))
const findMatchedRoute = (pathname: string) => {
  const { route, params } = matchRoute(routes, pathname)!
  return [route.path, params]
}

test('matchRoute ignores the case of a path and a trailing slash', () => {
  for (const path of ['/Scanner', '/scanner', '/SCANNER/']) expect(findMatchedRoute(path)).toEqual(['/Scanner', {}])
})

test('matchRoute returns decoded path parameters', () => {
  expect(findMatchedRoute('/Events/aB%2Fc')).toEqual(['/events/:id', { id: 'aB/c' }])
  expect(findMatchedRoute('/events/%zz/send')).toEqual(['/events/:id/send', { id: '%zz' }])
})

test('matchRoute returns the route «*» for an unknown path', () => {
  for (const path of ['/', '/events/1/send/2', '/anything']) expect(findMatchedRoute(path)).toEqual(['*', {}])
  expect(matchRoute(routes.slice(0, -1), '/')).toBeUndefined()
})
