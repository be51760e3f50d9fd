import { LogIn, LogOut, type LucideIcon, type LucideProps, Redo2, RotateCcw, Send, Undo2 } from 'lucide-react'

/**
 * All icons that point left or right, named by their meaning: in Arabic, onward is to the left. Icons drawn for left-to-right text are
 * mirrored.
 */
export { ArrowLeft as Onward, ArrowRight as Back, ChevronLeft as Next, ChevronRight as Previous } from 'lucide-react'

const mirrored =
  (Icon: LucideIcon) =>
  ({ className = '', ...props }: LucideProps) => <Icon {...props} className={`flip-rtl ${className}`} />

export const Leave = mirrored(LogOut)
export const Enter = mirrored(LogIn)
export const PaperPlane = mirrored(Send)
export const Undo = mirrored(Undo2)
export const Redo = mirrored(Redo2)
export const Again = mirrored(RotateCcw)
