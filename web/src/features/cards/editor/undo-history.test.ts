import { expect, test } from 'vitest'
import { addUndoStep, emptyHistory, endGesture, redoStep, undoStep } from './undo-history.ts'

test('the undo history undoes and redoes each change', () => {
  const steps = addUndoStep(addUndoStep(emptyHistory<string>(), 'a'), 'b')
  const back = undoStep(steps, 'c')!
  expect(back.value).toBe('b')
  const secondUndo = undoStep(back.steps, back.value)!
  expect(secondUndo.value).toBe('a')
  expect(undoStep(secondUndo.steps, secondUndo.value)).toBeUndefined()
  const firstRedo = redoStep(secondUndo.steps, secondUndo.value)!
  expect(firstRedo.value).toBe('b')
  expect(redoStep(firstRedo.steps, firstRedo.value)!.value).toBe('c')
})

test('the undo history undoes a drag as one step', () => {
  let steps = emptyHistory<number>()
  for (const before of [1, 2, 3]) steps = addUndoStep(steps, before, 'drag')
  expect(steps.past).toEqual([1])
  steps = addUndoStep(endGesture(steps), 4, 'drag')
  expect(steps.past).toEqual([1, 4])
  expect(addUndoStep(steps, 5, 'another').past).toEqual([1, 4, 5])
})

test('the undo history drops undone steps after a new change', () => {
  const back = undoStep(addUndoStep(emptyHistory<string>(), 'a'), 'b')!
  expect(redoStep(addUndoStep(back.steps, back.value), 'x')).toBeUndefined()
})

test('the undo history begins a new step for a drag after an undo', () => {
  const dragged = addUndoStep(addUndoStep(emptyHistory<number>(), 1, 'drag'), 2, 'drag')
  const back = undoStep(dragged, 3)!
  expect(addUndoStep(back.steps, 1, 'drag').past).toEqual([1])
})

test('the undo history drops the oldest steps beyond 100', () => {
  let steps = emptyHistory<number>()
  for (let before = 0; before < 250; before++) steps = addUndoStep(steps, before)
  expect(steps.past).toHaveLength(100)
  expect(steps.past.at(-1)).toBe(249)
})
