import { LogIn, LogOut, type LucideIcon, type LucideProps, Redo2, RotateCcw, Send, Undo2 } from 'lucide-react'

/** The icons that point left or right, named by their meaning. In Arabic, forward is to the left. Those drawn for Latin are mirrored. */
export { ArrowLeft as ForwardIcon, ArrowRight as BackIcon, ChevronLeft as NextIcon, ChevronRight as PreviousIcon } from 'lucide-react'

const createMirroredIcon =
  (Icon: LucideIcon) =>
  ({ className = '', ...props }: LucideProps) => <Icon {...props} className={`flip-rtl ${className}`} />

export const LeaveIcon = createMirroredIcon(LogOut)
export const EnterIcon = createMirroredIcon(LogIn)
export const SendIcon = createMirroredIcon(Send)
export const UndoIcon = createMirroredIcon(Undo2)
export const RedoIcon = createMirroredIcon(Redo2)
export const RepeatIcon = createMirroredIcon(RotateCcw)
