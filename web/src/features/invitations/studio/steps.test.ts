import { expect, test } from 'vitest'
import { noSteps, redone, settled, stepped, undone } from './steps.ts'

test('the undo history undoes and redoes each change', () => {
  const steps = stepped(stepped(noSteps<string>(), 'a'), 'b')
  const back = undone(steps, 'c')!
  expect(back.value).toBe('b')
  const further = undone(back.steps, back.value)!
  expect(further.value).toBe('a')
  expect(undone(further.steps, further.value)).toBeUndefined()
  const again = redone(further.steps, further.value)!
  expect(again.value).toBe('b')
  expect(redone(again.steps, again.value)!.value).toBe('c')
})

test('the undo history undoes a drag as one step, and the next drag as another step', () => {
  let steps = noSteps<number>()
  for (const before of [1, 2, 3]) steps = stepped(steps, before, 'drag')
  expect(steps.past).toEqual([1])
  steps = stepped(settled(steps), 4, 'drag')
  expect(steps.past).toEqual([1, 4])
  expect(stepped(steps, 5, 'another').past).toEqual([1, 4, 5])
})

test('the undo history drops undone steps after a new change', () => {
  const back = undone(stepped(noSteps<string>(), 'a'), 'b')!
  expect(redone(stepped(back.steps, back.value), 'x')).toBeUndefined()
})

test('the undo history begins a new step for a drag after an undo', () => {
  const dragged = stepped(stepped(noSteps<number>(), 1, 'drag'), 2, 'drag')
  const back = undone(dragged, 3)!
  expect(stepped(back.steps, 1, 'drag').past).toEqual([1])
})

test('the undo history drops the oldest steps beyond 100', () => {
  let steps = noSteps<number>()
  for (let before = 0; before < 250; before++) steps = stepped(steps, before)
  expect(steps.past).toHaveLength(100)
  expect(steps.past.at(-1)).toBe(249)
})
