import { LogOut, type LucideProps } from 'lucide-react'

/**
 * Every picture that points along the line comes from here, named by where it leads: in Arabic onward is to the left. Those that are drawn
 * for the other direction are turned round.
 */
export { ArrowLeft as Onward, ChevronLeft as Next, ChevronRight as Previous } from 'lucide-react'

export const Leave = ({ className = '', ...props }: LucideProps) => <LogOut {...props} className={`flip-rtl ${className}`} />
